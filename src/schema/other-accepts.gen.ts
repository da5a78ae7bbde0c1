// Generated from schema/ with ajv: edit the schema and run `npm run generate`.
// @ts-nocheck
import { isMapping, pattern0, isTemplate, pattern1, accepts16, pattern2, accepts21, pattern4, accepts33, accepts58, pattern10, pattern24, pattern25 } from './accepts.gen.ts'
export const crawlV1 = accepts13;
function accepts15(data){if(!accepts16.call(this, data)){return false;}return true;}
function accepts20(data){if(!accepts21.call(this, data)){return false;}return true;}
function accepts24(data){if(!(this.secrets && isTemplate(data))){if(typeof data === "string"){if(!pattern4.test(data)){return false;}}else {return false;}}return true;}
function accepts27(data){if(typeof data !== "string"){return false;}return true;}
function accepts32(data){if(!accepts33.call(this, data)){return false;}return true;}
function accepts57(data){if(!accepts58.call(this, data)){return false;}return true;}
function accepts62(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "schema"){let data0 = data.schema;if(!(isMapping(data0))){return false;}}else 
if(key0 === "prompt"){let data1 = data.prompt;if(typeof data1 === "string"){if(data1.length > 10000){return false;}}else {return false;}}else 
if(key0 === "systemPrompt"){let data2 = data.systemPrompt;if(typeof data2 === "string"){if(data2.length > 10000){return false;}}else {return false;}}else 
if(key0 === "mode"){if(typeof data.mode !== "string"){return false;}}else 
if(key0 === "temperature"){let data4 = data.temperature;if(!(this.file && isTemplate(data4))){if(Number.isFinite(data4)){if(data4 < 0){return false;}}else {return false;}}}else {return false;}}}else {return false;}return true;}
function accepts65(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "modes"){let data0 = data.modes;if(!(this.file && (isMapping(data0)))){if(Array.isArray(data0)){const len0 = data0.length;for(let i0=0; i0<len0; i0++){let data1 = data0[i0];if(!(this.file && isTemplate(data1))){if(!((data1 === "git-diff") || (data1 === "json"))){return false;}}}}else {return false;}}if(this.file && (isMapping(data0))){if(isMapping(data0)){if(Object.keys(data0).length < 1){return false;}for(const key1 in data0){if(!(pattern2.test(key1))){return false;}}for(const key2 in data0){if(pattern2.test(key2)){let data2 = data0[key2];if(Array.isArray(data2)){const len1 = data2.length;for(let i1=0; i1<len1; i1++){let data3 = data2[i1];if(!(this.file && isTemplate(data3))){if(!((data3 === "git-diff") || (data3 === "json"))){return false;}}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "schema"){let data4 = data.schema;if(!(isMapping(data4))){return false;}}else 
if(key0 === "prompt"){let data5 = data.prompt;if(typeof data5 === "string"){if(data5.length > 10000){return false;}}else {return false;}}else 
if(key0 === "tag"){if(typeof data.tag !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts26(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "formats"){let data0 = data.formats;if(!(this.file && (isMapping(data0)))){if(Array.isArray(data0)){const len0 = data0.length;for(let i0=0; i0<len0; i0++){let data1 = data0[i0];if(!(this.file && isTemplate(data1))){if(!((((((((((data1 === "markdown") || (data1 === "html")) || (data1 === "rawHtml")) || (data1 === "links")) || (data1 === "summary")) || (data1 === "screenshot")) || (data1 === "screenshot@fullPage")) || (data1 === "json")) || (data1 === "extract")) || (data1 === "changeTracking"))){return false;}}}}else {return false;}}if(this.file && (isMapping(data0))){if(isMapping(data0)){if(Object.keys(data0).length < 1){return false;}for(const key1 in data0){if(!(pattern2.test(key1))){return false;}}for(const key2 in data0){if(pattern2.test(key2)){let data2 = data0[key2];if(Array.isArray(data2)){const len1 = data2.length;for(let i1=0; i1<len1; i1++){let data3 = data2[i1];if(!(this.file && isTemplate(data3))){if(!((((((((((data3 === "markdown") || (data3 === "html")) || (data3 === "rawHtml")) || (data3 === "links")) || (data3 === "summary")) || (data3 === "screenshot")) || (data3 === "screenshot@fullPage")) || (data3 === "json")) || (data3 === "extract")) || (data3 === "changeTracking"))){return false;}}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "onlyMainContent"){let data4 = data.onlyMainContent;if(!(this.file && isTemplate(data4))){if(typeof data4 !== "boolean"){return false;}}}else 
if(key0 === "includeTags"){let data5 = data.includeTags;if(!(this.file && (isMapping(data5)))){if(Array.isArray(data5)){const len2 = data5.length;for(let i2=0; i2<len2; i2++){if(!accepts27.call(this, data5[i2])){return false;}}}else {return false;}}if(this.file && (isMapping(data5))){if(isMapping(data5)){if(Object.keys(data5).length < 1){return false;}for(const key3 in data5){if(!(pattern2.test(key3))){return false;}}for(const key4 in data5){if(pattern2.test(key4)){let data7 = data5[key4];if(Array.isArray(data7)){const len3 = data7.length;for(let i3=0; i3<len3; i3++){if(!accepts27.call(this, data7[i3])){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "excludeTags"){let data9 = data.excludeTags;if(!(this.file && (isMapping(data9)))){if(Array.isArray(data9)){const len4 = data9.length;for(let i4=0; i4<len4; i4++){if(!accepts27.call(this, data9[i4])){return false;}}}else {return false;}}if(this.file && (isMapping(data9))){if(isMapping(data9)){if(Object.keys(data9).length < 1){return false;}for(const key5 in data9){if(!(pattern2.test(key5))){return false;}}for(const key6 in data9){if(pattern2.test(key6)){let data11 = data9[key6];if(Array.isArray(data11)){const len5 = data11.length;for(let i5=0; i5<len5; i5++){if(!accepts27.call(this, data11[i5])){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "headers"){let data13 = data.headers;if(isMapping(data13)){for(const key7 in data13){if(typeof data13[key7] !== "string"){return false;}}}else {return false;}}else 
if(key0 === "waitFor"){let data15 = data.waitFor;if(!(this.file && isTemplate(data15))){if(!Number.isInteger(data15)){return false;}if(Number.isFinite(data15)){if(data15 > 60000){return false;}if(data15 < 0){return false;}}}}else 
if(key0 === "mobile"){let data16 = data.mobile;if(!(this.file && isTemplate(data16))){if(typeof data16 !== "boolean"){return false;}}}else 
if(key0 === "timeout"){let data17 = data.timeout;if(!(this.file && isTemplate(data17))){if(!Number.isInteger(data17)){return false;}if(Number.isFinite(data17)){if(data17 < 1000){return false;}}}}else 
if(key0 === "actions"){let data18 = data.actions;if(!(this.file && (isMapping(data18)))){if(Array.isArray(data18)){if(data18.length > 50){return false;}const len6 = data18.length;for(let i6=0; i6<len6; i6++){if(!accepts32.call(this, data18[i6])){return false;}}}else {return false;}}if(this.file && (isMapping(data18))){if(isMapping(data18)){if(Object.keys(data18).length < 1){return false;}for(const key8 in data18){if(!(pattern2.test(key8))){return false;}}for(const key9 in data18){if(pattern2.test(key9)){let data20 = data18[key9];if(Array.isArray(data20)){const len7 = data20.length;for(let i7=0; i7<len7; i7++){if(!accepts32.call(this, data20[i7])){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "location"){if(!accepts57.call(this, data.location)){return false;}}else 
if(key0 === "removeBase64Images"){let data23 = data.removeBase64Images;if(!(this.file && isTemplate(data23))){if(typeof data23 !== "boolean"){return false;}}}else 
if(key0 === "blockAds"){let data24 = data.blockAds;if(!(this.file && isTemplate(data24))){if(typeof data24 !== "boolean"){return false;}}}else 
if(key0 === "storeInCache"){let data25 = data.storeInCache;if(!(this.file && isTemplate(data25))){if(typeof data25 !== "boolean"){return false;}}}else 
if(key0 === "fastMode"){let data26 = data.fastMode;if(!(this.file && isTemplate(data26))){if(typeof data26 !== "boolean"){return false;}}}else 
if(key0 === "maxAge"){let data27 = data.maxAge;if(!(this.file && isTemplate(data27))){if(!Number.isInteger(data27)){return false;}if(Number.isFinite(data27)){if(data27 < 0){return false;}}}}else 
if(key0 === "skipTlsVerification"){let data28 = data.skipTlsVerification;if(!(this.file && isTemplate(data28))){if(typeof data28 !== "boolean"){return false;}}}else 
if(key0 === "proxy"){let data29 = data.proxy;if(!(this.file && isTemplate(data29))){if(!((((data29 === "basic") || (data29 === "stealth")) || (data29 === "enhanced")) || (data29 === "auto"))){return false;}}}else 
if(key0 === "parsePDF"){let data30 = data.parsePDF;if(!(this.file && isTemplate(data30))){if(typeof data30 !== "boolean"){return false;}}}else 
if(key0 === "geolocation"){if(!accepts57.call(this, data.geolocation)){return false;}}else 
if(key0 === "jsonOptions"){if(!accepts62.call(this, data.jsonOptions)){return false;}}else 
if(key0 === "extract"){if(!accepts62.call(this, data.extract)){return false;}}else 
if(key0 === "changeTrackingOptions"){if(!accepts65.call(this, data.changeTrackingOptions)){return false;}}else 
if(key0 === "__experimental_cache"){let data35 = data.__experimental_cache;if(!(this.file && isTemplate(data35))){if(typeof data35 !== "boolean"){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts14(data){if(!this.file){if(isMapping(data)){if(data.url === undefined){return false;}}}if(isMapping(data)){for(const key0 in data){
if(key0 === "url"){let data0 = data.url;if(!(this.secrets && isTemplate(data0))){if(typeof data0 === "string"){if(!pattern1.test(data0)){return false;}}else {return false;}}}else 
if(key0 === "excludePaths"){if(!accepts15.call(this, data.excludePaths)){return false;}}else 
if(key0 === "includePaths"){if(!accepts15.call(this, data.includePaths)){return false;}}else 
if(key0 === "maxDiscoveryDepth"){let data3 = data.maxDiscoveryDepth;if(!(this.file && isTemplate(data3))){if(!Number.isInteger(data3)){return false;}if(Number.isFinite(data3)){if(data3 < 0){return false;}}}}else 
if(key0 === "ignoreQueryParameters"){let data4 = data.ignoreQueryParameters;if(!(this.file && isTemplate(data4))){if(typeof data4 !== "boolean"){return false;}}}else 
if(key0 === "limit"){let data5 = data.limit;if(!(this.file && isTemplate(data5))){if(!Number.isInteger(data5)){return false;}if(Number.isFinite(data5)){if(data5 < 1){return false;}}}}else 
if(key0 === "crawlEntireDomain"){let data6 = data.crawlEntireDomain;if(!(this.file && isTemplate(data6))){if(typeof data6 !== "boolean"){return false;}}}else 
if(key0 === "allowExternalLinks"){let data7 = data.allowExternalLinks;if(!(this.file && isTemplate(data7))){if(typeof data7 !== "boolean"){return false;}}}else 
if(key0 === "allowSubdomains"){let data8 = data.allowSubdomains;if(!(this.file && isTemplate(data8))){if(typeof data8 !== "boolean"){return false;}}}else 
if(key0 === "ignoreRobotsTxt"){let data9 = data.ignoreRobotsTxt;if(!(this.file && isTemplate(data9))){if(typeof data9 !== "boolean"){return false;}}}else 
if(key0 === "deduplicateSimilarURLs"){let data10 = data.deduplicateSimilarURLs;if(!(this.file && isTemplate(data10))){if(typeof data10 !== "boolean"){return false;}}}else 
if(key0 === "regexOnFullURL"){let data11 = data.regexOnFullURL;if(!(this.file && isTemplate(data11))){if(typeof data11 !== "boolean"){return false;}}}else 
if(key0 === "delay"){let data12 = data.delay;if(!(this.file && isTemplate(data12))){if(Number.isFinite(data12)){if(data12 > 60){return false;}if(data12 <= 0){return false;}}else {return false;}}}else 
if(key0 === "maxConcurrency"){let data13 = data.maxConcurrency;if(!(this.file && isTemplate(data13))){if(!Number.isInteger(data13)){return false;}if(Number.isFinite(data13)){if(data13 < 1){return false;}}}}else 
if(key0 === "webhook"){let data14 = data.webhook;if((isMapping(data14))){if(!accepts20.call(this, data14)){return false;}}if(!((isMapping(data14)))){if(!accepts24.call(this, data14)){return false;}}}else 
if(key0 === "zeroDataRetention"){let data15 = data.zeroDataRetention;if(!(this.file && isTemplate(data15))){if(typeof data15 !== "boolean"){return false;}}}else 
if(key0 === "origin"){if(typeof data.origin !== "string"){return false;}}else 
if(key0 === "integration"){let data17 = data.integration;if(!(this.secrets && isTemplate(data17))){if(typeof data17 === "string"){if(!pattern10.test(data17)){return false;}}else {return false;}}}else 
if(key0 === "maxDepth"){let data18 = data.maxDepth;if(!(this.file && isTemplate(data18))){if(!Number.isInteger(data18)){return false;}if(Number.isFinite(data18)){if(data18 < 0){return false;}}}}else 
if(key0 === "ignoreSitemap"){let data19 = data.ignoreSitemap;if(!(this.file && isTemplate(data19))){if(typeof data19 !== "boolean"){return false;}}}else 
if(key0 === "sitemap"){let data20 = data.sitemap;if(!(this.file && isTemplate(data20))){if(typeof data20 !== "boolean"){return false;}}}else 
if(key0 === "sitemapOnly"){let data21 = data.sitemapOnly;if(!(this.file && isTemplate(data21))){if(typeof data21 !== "boolean"){return false;}}}else 
if(key0 === "allowBackwardLinks"){let data22 = data.allowBackwardLinks;if(!(this.file && isTemplate(data22))){if(typeof data22 !== "boolean"){return false;}}}else 
if(key0 === "allowBackwardCrawling"){let data23 = data.allowBackwardCrawling;if(!(this.file && isTemplate(data23))){if(typeof data23 !== "boolean"){return false;}}}else 
if(key0 === "crawlerOptions"){let data24 = data.crawlerOptions;if(!(isMapping(data24))){return false;}}else 
if(key0 === "pageOptions"){let data25 = data.pageOptions;if(!(isMapping(data25))){return false;}}else 
if(key0 === "scrapeOptions"){if(!accepts26.call(this, data.scrapeOptions)){return false;}}else {return false;}}}else {return false;}return true;}
function accepts71(data){if(isMapping(data)){if(data.url === undefined){return false;}for(const key0 in data){
if(key0 === "url"){let data0 = data.url;if(typeof data0 === "string"){if(data0.length < 1){return false;}}else {return false;}}else 
if(key0 === "why"){if(typeof data.why !== "string"){return false;}}else 
if(key0 === "reached"){let data2 = data.reached;if(!(((data2 === "start") || (data2 === "sitemap")) || (data2 === "link"))){return false;}}else {return false;}}}else {return false;}return true;}
function accepts70(data){if((isMapping(data))){if(!accepts71.call(this, data)){return false;}}if(!((isMapping(data)))){if(typeof data === "string"){if(data.length < 1){return false;}}else {return false;}}return true;}
function accepts75(data){if(isMapping(data)){if(data.url === undefined){return false;}for(const key0 in data){
if(key0 === "url"){let data0 = data.url;if(typeof data0 === "string"){if(data0.length < 1){return false;}}else {return false;}}else 
if(key0 === "why"){if(typeof data.why !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts74(data){if((isMapping(data))){if(!accepts75.call(this, data)){return false;}}if(!((isMapping(data)))){if(typeof data === "string"){if(data.length < 1){return false;}}else {return false;}}return true;}
function accepts13(data){if(isMapping(data)){if(data.version === undefined){return false;}if(data.request === undefined){return false;}for(const key0 in data){
if(key0 === "version"){if(!(data.version === 1)){return false;}}else 
if(key0 === "name"){let data1 = data.name;if(typeof data1 === "string"){if(!pattern0.test(data1)){return false;}}else {return false;}}else 
if(key0 === "description"){if(typeof data.description !== "string"){return false;}}else 
if(key0 === "extends"){let data3 = data.extends;if(Array.isArray(data3)){const len0 = data3.length;for(let i0=0; i0<len0; i0++){let data4 = data3[i0];if(typeof data4 === "string"){if(data4.length < 1){return false;}}else {return false;}}}else {return false;}}else 
if(key0 === "matrix"){let data5 = data.matrix;if(isMapping(data5)){if(Object.keys(data5).length < 1){return false;}for(const key1 in data5){if(!((key1 === "include") || (key1 === "exclude"))){let data6 = data5[key1];if(Array.isArray(data6)){if(data6.length < 1){return false;}const len1 = data6.length;for(let i1=0; i1<len1; i1++){let data7 = data6[i1];if(((typeof data7 !== "string") && (!(Number.isFinite(data7)))) && (typeof data7 !== "boolean")){return false;}}}else {return false;}}}
if(data5.include !== undefined){let data8 = data5.include;if(Array.isArray(data8)){const len2 = data8.length;for(let i2=0; i2<len2; i2++){let data9 = data8[i2];if(isMapping(data9)){for(const key2 in data9){if(!(key2 === "request")){let data10 = data9[key2];if(((typeof data10 !== "string") && (!(Number.isFinite(data10)))) && (typeof data10 !== "boolean")){return false;}}}
if(data9.request !== undefined){if(!accepts14.call(this, data9.request)){return false;}}}else {return false;}}}else {return false;}}
if(data5.exclude !== undefined){let data12 = data5.exclude;if(Array.isArray(data12)){const len3 = data12.length;for(let i3=0; i3<len3; i3++){let data13 = data12[i3];if(isMapping(data13)){if(Object.keys(data13).length < 1){return false;}for(const key3 in data13){let data14 = data13[key3];if(((typeof data14 !== "string") && (!(Number.isFinite(data14)))) && (typeof data14 !== "boolean")){return false;}}}else {return false;}}}else {return false;}}}else {return false;}}else 
if(key0 === "refresh"){let data15 = data.refresh;if(typeof data15 === "string"){if(!pattern24.test(data15)){return false;}}else {return false;}}else 
if(key0 === "request"){let data16 = data.request;if(!(isMapping(data16))){return false;}if(!accepts14.call(this, data16)){return false;}if(isMapping(data16)){if(data16.url === undefined){return false;}}}else 
if(key0 === "tests"){let data17 = data.tests;if(isMapping(data17)){for(const key4 in data17){
if(key4 === "in"){let data18 = data17.in;if(Array.isArray(data18)){const len4 = data18.length;for(let i4=0; i4<len4; i4++){if(!accepts70.call(this, data18[i4])){return false;}}}else {return false;}}else 
if(key4 === "out"){let data20 = data17.out;if(Array.isArray(data20)){const len5 = data20.length;for(let i5=0; i5<len5; i5++){if(!accepts74.call(this, data20[i5])){return false;}}}else {return false;}}else {return false;}}}else {return false;}}else 
if(key0 === "expect"){let data22 = data.expect;if(isMapping(data22)){if(Object.keys(data22).length < 1){return false;}for(const key5 in data22){
if(key5 === "minPages"){let data23 = data22.minPages;if(!Number.isInteger(data23)){return false;}if(Number.isFinite(data23)){if(data23 < 0){return false;}}}else 
if(key5 === "maxDrop"){let data24 = data22.maxDrop;if(typeof data24 === "string"){if(!pattern25.test(data24)){return false;}}else {return false;}}else {return false;}}}else {return false;}}else {return false;}}}else {return false;}return true;}
export const requestV1 = accepts165;
function accepts165(data){if(!accepts14.call(this, data)){return false;}return true;}

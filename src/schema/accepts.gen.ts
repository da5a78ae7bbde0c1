// Generated from schema/ with ajv: edit the schema and run `npm run generate`.
// @ts-nocheck
function isMapping(data) {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
function isTemplate(data) {
  return typeof data === 'string' && data.includes('${')
}
/** A regular expression that is made when it is first asked: few of them are, and making all takes 0.1 ms of every start. */
function pattern(source) {
  let expression
  return { test: (text) => (expression ??= new RegExp(source, 'u')).test(text) }
}
const pattern0 = pattern("^(?:[A-Za-z0-9]|\\$\\{[^}]*\\})(?:[A-Za-z0-9._-]|\\$\\{[^}]*\\})*$");
const pattern24 = pattern("^(?:[0-9]+(?:\\.[0-9]+)?(?:ms|[smhdw]))+$");
const pattern25 = pattern("^(?:100|[0-9]{1,2}(?:\\.[0-9]+)?)%$");
const pattern1 = pattern("^\\s*(?:[hH][tT][tT][pP][sS]?://)?(?:[^\\s/?#@]*@)?(?:\\[[0-9a-fA-F:.]+\\]|[^\\s/?#:@\\[\\]]+)(?::[0-9]{1,5})?(?:[/?#]\\S*)?\\s*$");
const pattern10 = pattern("^(?:_.*|dify|zapier|pipedream|raycast|langchain|crewai|llamaindex|n8n|camelai|make|flowise|metagpt|relevanceai|viasocket|cli|hermes|gstack|prometheus)$");
const pattern2 = pattern("^(?:append|prepend|remove)$");
function accepts16(data){if(!(this.file && (isMapping(data)))){if(Array.isArray(data)){if(data.length > 1000){return false;}const len0 = data.length;for(let i0=0; i0<len0; i0++){let data0 = data[i0];if(typeof data0 === "string"){if(data0.length > 2000){return false;}}else {return false;}}}else {return false;}}if(this.file && (isMapping(data))){if(isMapping(data)){if(Object.keys(data).length < 1){return false;}for(const key0 in data){if(!(pattern2.test(key0))){return false;}}for(const key1 in data){if(pattern2.test(key1)){let data1 = data[key1];if(Array.isArray(data1)){const len1 = data1.length;for(let i1=0; i1<len1; i1++){let data2 = data1[i1];if(typeof data2 === "string"){if(data2.length > 2000){return false;}}else {return false;}}}else {return false;}}}}else {return false;}}return true;}
const pattern4 = pattern("^[a-zA-Z][a-zA-Z0-9+.-]*://[^\\s/?#]+\\S*$");
const pattern5 = pattern("^[xX]-[fF][iI][rR][eE][cC][rR][aA][wW][lL]-[sS][iI][gG][nN][aA][tT][uU][rR][eE]$");
function accepts21(data){if(!this.file){if(isMapping(data)){if(data.url === undefined){return false;}}}if(isMapping(data)){for(const key0 in data){
if(key0 === "url"){let data0 = data.url;if(!(this.secrets && isTemplate(data0))){if(typeof data0 === "string"){if(!pattern4.test(data0)){return false;}}else {return false;}}}else 
if(key0 === "headers"){let data1 = data.headers;if(isMapping(data1)){for(const key1 in data1){if(!(pattern5.test(key1))){if(typeof data1[key1] !== "string"){return false;}}}for(const key2 in data1){if(pattern5.test(key2)){return false;}}}else {return false;}}else 
if(key0 === "metadata"){let data4 = data.metadata;if(isMapping(data4)){for(const key3 in data4){if(typeof data4[key3] !== "string"){return false;}}}else {return false;}}else 
if(key0 === "events"){let data6 = data.events;if(!(this.file && (isMapping(data6)))){if(Array.isArray(data6)){const len0 = data6.length;for(let i0=0; i0<len0; i0++){let data7 = data6[i0];if(!(this.file && isTemplate(data7))){if(!((((data7 === "started") || (data7 === "page")) || (data7 === "completed")) || (data7 === "failed"))){return false;}}}}else {return false;}}if(this.file && (isMapping(data6))){if(isMapping(data6)){if(Object.keys(data6).length < 1){return false;}for(const key4 in data6){if(!(pattern2.test(key4))){return false;}}for(const key5 in data6){if(pattern2.test(key5)){let data8 = data6[key5];if(Array.isArray(data8)){const len1 = data8.length;for(let i1=0; i1<len1; i1++){let data9 = data8[i1];if(!(this.file && isTemplate(data9))){if(!((((data9 === "started") || (data9 === "page")) || (data9 === "completed")) || (data9 === "failed"))){return false;}}}}else {return false;}}}}else {return false;}}}else {return false;}}}else {return false;}return true;}
function accepts34(data){return false;}
function accepts36(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.selector === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("click" !== data.type){return false;}}else 
if(key0 === "selector"){if(typeof data.selector !== "string"){return false;}}else 
if(key0 === "all"){let data2 = data.all;if(!(this.file && isTemplate(data2))){if(typeof data2 !== "boolean"){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts39(data){if(isMapping(data)){if(data.width === undefined){return false;}if(data.height === undefined){return false;}for(const key0 in data){
if(key0 === "width"){let data0 = data.width;if(!(this.file && isTemplate(data0))){if(!Number.isInteger(data0)){return false;}if(Number.isFinite(data0)){if(data0 > 7680){return false;}if(data0 < 1){return false;}}}}else 
if(key0 === "height"){let data1 = data.height;if(!(this.file && isTemplate(data1))){if(!Number.isInteger(data1)){return false;}if(Number.isFinite(data1)){if(data1 > 4320){return false;}if(data1 < 1){return false;}}}}else {return false;}}}else {return false;}return true;}
function accepts38(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("screenshot" !== data.type){return false;}}else 
if(key0 === "fullPage"){let data1 = data.fullPage;if(!(this.file && isTemplate(data1))){if(typeof data1 !== "boolean"){return false;}}}else 
if(key0 === "quality"){let data2 = data.quality;if(!(this.file && isTemplate(data2))){if(!Number.isInteger(data2)){return false;}if(Number.isFinite(data2)){if(data2 > 100){return false;}if(data2 < 1){return false;}}}}else 
if(key0 === "viewport"){if(!accepts39.call(this, data.viewport)){return false;}}else {return false;}}}else {return false;}return true;}
function accepts42(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.text === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("write" !== data.type){return false;}}else 
if(key0 === "text"){if(typeof data.text !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts44(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.key === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("press" !== data.type){return false;}}else 
if(key0 === "key"){if(typeof data.key !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts46(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("scroll" !== data.type){return false;}}else 
if(key0 === "direction"){let data1 = data.direction;if(!(this.file && isTemplate(data1))){if(!((data1 === "up") || (data1 === "down"))){return false;}}}else 
if(key0 === "selector"){if(typeof data.selector !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts48(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("scrape" !== data.type){return false;}}else {return false;}}}else {return false;}return true;}
function accepts50(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.script === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("executeJavascript" !== data.type){return false;}}else 
if(key0 === "script"){if(typeof data.script !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts52(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("pdf" !== data.type){return false;}}else 
if(key0 === "format"){let data1 = data.format;if(!(this.file && isTemplate(data1))){if(!(((((((((((data1 === "A0") || (data1 === "A1")) || (data1 === "A2")) || (data1 === "A3")) || (data1 === "A4")) || (data1 === "A5")) || (data1 === "A6")) || (data1 === "Letter")) || (data1 === "Legal")) || (data1 === "Tabloid")) || (data1 === "Ledger"))){return false;}}}else 
if(key0 === "landscape"){let data2 = data.landscape;if(!(this.file && isTemplate(data2))){if(typeof data2 !== "boolean"){return false;}}}else 
if(key0 === "scale"){let data3 = data.scale;if(!(this.file && isTemplate(data3))){if(!(Number.isFinite(data3))){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts33(data){if(isMapping(data)){if(data.type === undefined){return false;}
if(data.type !== undefined){let data0 = data.type;if(!(((((((((data0 === "wait") || (data0 === "click")) || (data0 === "screenshot")) || (data0 === "write")) || (data0 === "press")) || (data0 === "scroll")) || (data0 === "scrape")) || (data0 === "executeJavascript")) || (data0 === "pdf"))){return false;}}if(data.type === "wait"){if(!accepts34.call(this, data)){return false;}}if(data.type === "click"){if(!accepts36.call(this, data)){return false;}}if(data.type === "screenshot"){if(!accepts38.call(this, data)){return false;}}if(data.type === "write"){if(!accepts42.call(this, data)){return false;}}if(data.type === "press"){if(!accepts44.call(this, data)){return false;}}if(data.type === "scroll"){if(!accepts46.call(this, data)){return false;}}if(data.type === "scrape"){if(!accepts48.call(this, data)){return false;}}if(data.type === "executeJavascript"){if(!accepts50.call(this, data)){return false;}}if(data.type === "pdf"){if(!accepts52.call(this, data)){return false;}}}else {return false;}return true;}
const pattern19 = pattern("^(?:[Aa][DEFGILMOQRSTUWXZdefgilmoqrstuwxz]|[Bb][ABDEFGHIJLMNOQRSTVWYZabdefghijlmnoqrstvwyz]|[Cc][ACDFGHIKLMNORUVWXYZacdfghiklmnoruvwxyz]|[Dd][EJKMOZejkmoz]|[Ee][CEGHRSTceghrst]|[Ff][IJKMORijkmor]|[Gg][ABDEFGHILMNPQRSTUWYabdefghilmnpqrstuwy]|[Hh][KMNRTUkmnrtu]|[Ii][DELMNOQRSTdelmnoqrst]|[Jj][EMOPemop]|[Kk][EGHIMNPRWYZeghimnprwyz]|[Ll][ABCIKRSTUVYabcikrstuvy]|[Mm][ACDEFGHKLMNOPQRSTUVWXYZacdefghklmnopqrstuvwxyz]|[Nn][ACEFGILOPRUZacefgilopruz]|[Oo][Mm]|[Pp][AEFGHKLMNRSTWYaefghklmnrstwy]|[Qq][Aa]|[Rr][EOSUWeosuw]|[Ss][ABCDEGHIJKLMNORSTVXYZabcdeghijklmnorstvxyz]|[Tt][CDFGHJKLMNORTVWZcdfghjklmnortvwz]|[Uu][AGMSYZagmsyz]|[Vv][ACEGINUaceginu]|[Ww][FSfs]|[Xx][Kk]|[Yy][ETet]|[Zz][AMWamw]|[Uu][Ss]-(?:[Gg][Ee][Nn][Ee][Rr][Ii][Cc]|[Ww][Hh][Ii][Tt][Ee][Ll][Ii][Ss][Tt]))$");
function accepts58(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "country"){let data0 = data.country;if(!(this.secrets && isTemplate(data0))){if(typeof data0 === "string"){if(!pattern19.test(data0)){return false;}}else {return false;}}}else 
if(key0 === "languages"){let data1 = data.languages;if(!(this.file && (isMapping(data1)))){if(Array.isArray(data1)){const len0 = data1.length;for(let i0=0; i0<len0; i0++){if(typeof data1[i0] !== "string"){return false;}}}else {return false;}}if(this.file && (isMapping(data1))){if(isMapping(data1)){if(Object.keys(data1).length < 1){return false;}for(const key1 in data1){if(!(pattern2.test(key1))){return false;}}for(const key2 in data1){if(pattern2.test(key2)){let data3 = data1[key2];if(Array.isArray(data3)){const len1 = data3.length;for(let i1=0; i1<len1; i1++){if(typeof data3[i1] !== "string"){return false;}}}else {return false;}}}}else {return false;}}}else {return false;}}}else {return false;}return true;}
export const crawlV2 = accepts78;
function accepts86(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){let data0 = data.type;if(!((((((((((((data0 === "markdown") || (data0 === "html")) || (data0 === "rawHtml")) || (data0 === "links")) || (data0 === "images")) || (data0 === "summary")) || (data0 === "branding")) || (data0 === "product")) || (data0 === "menu")) || (data0 === "audio")) || (data0 === "video")) || (data0 === "rawBase64"))){return false;}}else {return false;}}}else {return false;}return true;}
function accepts88(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("screenshot" !== data.type){return false;}}else 
if(key0 === "fullPage"){let data1 = data.fullPage;if(!(this.file && isTemplate(data1))){if(typeof data1 !== "boolean"){return false;}}}else 
if(key0 === "quality"){let data2 = data.quality;if(!(this.file && isTemplate(data2))){if(!Number.isInteger(data2)){return false;}if(Number.isFinite(data2)){if(data2 > 100){return false;}if(data2 < 1){return false;}}}}else 
if(key0 === "viewport"){if(!accepts39.call(this, data.viewport)){return false;}}else {return false;}}}else {return false;}return true;}
function accepts91(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("json" !== data.type){return false;}}else 
if(key0 === "prompt"){let data1 = data.prompt;if(typeof data1 === "string"){if(data1.length > 10000){return false;}}else {return false;}}else 
if(key0 === "schema"){let data2 = data.schema;if(!(isMapping(data2))){return false;}}else {return false;}}}else {return false;}return true;}
function accepts93(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("changeTracking" !== data.type){return false;}}else 
if(key0 === "modes"){let data1 = data.modes;if(Array.isArray(data1)){const len0 = data1.length;for(let i0=0; i0<len0; i0++){let data2 = data1[i0];if(!(this.file && isTemplate(data2))){if(!((data2 === "git-diff") || (data2 === "json"))){return false;}}}}else {return false;}}else 
if(key0 === "schema"){let data3 = data.schema;if(!(isMapping(data3))){return false;}}else 
if(key0 === "prompt"){let data4 = data.prompt;if(typeof data4 === "string"){if(data4.length > 10000){return false;}}else {return false;}}else 
if(key0 === "tag"){if(typeof data.tag !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts96(data){if(isMapping(data)){if(data.selector === undefined){return false;}if(data.attribute === undefined){return false;}for(const key0 in data){
if(key0 === "selector"){if(typeof data.selector !== "string"){return false;}}else 
if(key0 === "attribute"){if(typeof data.attribute !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts95(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.selectors === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("attributes" !== data.type){return false;}}else 
if(key0 === "selectors"){let data1 = data.selectors;if(Array.isArray(data1)){const len0 = data1.length;for(let i0=0; i0<len0; i0++){if(!accepts96.call(this, data1[i0])){return false;}}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts99(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.question === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("question" !== data.type){return false;}}else 
if(key0 === "question"){let data1 = data.question;if(typeof data1 === "string"){if(data1.length > 10000){return false;}if(data1.length < 1){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts101(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.query === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("highlights" !== data.type){return false;}}else 
if(key0 === "query"){let data1 = data.query;if(typeof data1 === "string"){if(data1.length > 10000){return false;}if(data1.length < 1){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts103(data){if(isMapping(data)){if(data.type === undefined){return false;}if(data.prompt === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("query" !== data.type){return false;}}else 
if(key0 === "prompt"){let data1 = data.prompt;if(typeof data1 === "string"){if(data1.length > 10000){return false;}}else {return false;}}else 
if(key0 === "mode"){let data2 = data.mode;if(!(this.file && isTemplate(data2))){if(!((data2 === "freeform") || (data2 === "directQuote"))){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts105(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("deterministicJson" !== data.type){return false;}}else 
if(key0 === "prompt"){let data1 = data.prompt;if(typeof data1 === "string"){if(data1.length > 10000){return false;}}else {return false;}}else 
if(key0 === "schema"){let data2 = data.schema;if(!(isMapping(data2))){return false;}}else {return false;}}}else {return false;}return true;}
function accepts85(data){if(isMapping(data)){if(data.type === undefined){return false;}
if(data.type !== undefined){let data0 = data.type;if(!((((((((((((((((((((data0 === "markdown") || (data0 === "html")) || (data0 === "rawHtml")) || (data0 === "links")) || (data0 === "images")) || (data0 === "summary")) || (data0 === "screenshot")) || (data0 === "json")) || (data0 === "changeTracking")) || (data0 === "attributes")) || (data0 === "question")) || (data0 === "highlights")) || (data0 === "query")) || (data0 === "deterministicJson")) || (data0 === "branding")) || (data0 === "product")) || (data0 === "menu")) || (data0 === "audio")) || (data0 === "video")) || (data0 === "rawBase64"))){return false;}}if((((((((((((data.type === "markdown") || (data.type === "html")) || (data.type === "rawHtml")) || (data.type === "links")) || (data.type === "images")) || (data.type === "summary")) || (data.type === "branding")) || (data.type === "product")) || (data.type === "menu")) || (data.type === "audio")) || (data.type === "video")) || (data.type === "rawBase64")){if(!accepts86.call(this, data)){return false;}}if(data.type === "screenshot"){if(!accepts88.call(this, data)){return false;}}if(data.type === "json"){if(!accepts91.call(this, data)){return false;}}if(data.type === "changeTracking"){if(!accepts93.call(this, data)){return false;}}if(data.type === "attributes"){if(!accepts95.call(this, data)){return false;}}if(data.type === "question"){if(!accepts99.call(this, data)){return false;}}if(data.type === "highlights"){if(!accepts101.call(this, data)){return false;}}if(data.type === "query"){if(!accepts103.call(this, data)){return false;}}if(data.type === "deterministicJson"){if(!accepts105.call(this, data)){return false;}}}return true;}
function accepts84(data){if((isMapping(data))){if(!accepts85.call(this, data)){return false;}}if(!((isMapping(data)))){if(!(this.file && isTemplate(data))){if(!(((((((((((((((data === "markdown") || (data === "html")) || (data === "rawHtml")) || (data === "links")) || (data === "images")) || (data === "summary")) || (data === "screenshot")) || (data === "json")) || (data === "changeTracking")) || (data === "branding")) || (data === "product")) || (data === "menu")) || (data === "audio")) || (data === "video")) || (data === "rawBase64"))){return false;}}}return true;}
function accepts111(data){if(isMapping(data)){if(data.type === undefined){return false;}for(const key0 in data){
if(key0 === "type"){if("pdf" !== data.type){return false;}}else 
if(key0 === "mode"){let data1 = data.mode;if(!(this.file && isTemplate(data1))){if(!(((data1 === "fast") || (data1 === "auto")) || (data1 === "ocr"))){return false;}}}else 
if(key0 === "maxPages"){let data2 = data.maxPages;if(!(this.file && isTemplate(data2))){if(!Number.isInteger(data2)){return false;}if(Number.isFinite(data2)){if(data2 > 10000){return false;}if(data2 < 1){return false;}}}}else 
if(key0 === "pages"){let data3 = data.pages;if(!(this.file && isTemplate(data3))){if(typeof data3 !== "boolean"){return false;}}}else 
if(key0 === "blocks"){let data4 = data.blocks;if(!(this.file && isTemplate(data4))){if(typeof data4 !== "boolean"){return false;}}}else 
if(key0 === "pageMarkers"){let data5 = data.pageMarkers;if(!(this.file && isTemplate(data5))){if(typeof data5 !== "boolean"){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts110(data){if((isMapping(data))){if(!accepts111.call(this, data)){return false;}}if(!((isMapping(data)))){if(!(this.file && isTemplate(data))){if(!((data === "pdf") || (data === "image"))){return false;}}}return true;}
function accepts118(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "mode"){let data0 = data.mode;if(!(this.file && isTemplate(data0))){if(!(((data0 === "accurate") || (data0 === "aggressive")) || (data0 === "fast"))){return false;}}}else 
if(key0 === "entities"){let data1 = data.entities;if(!(this.file && (isMapping(data1)))){if(Array.isArray(data1)){const len0 = data1.length;for(let i0=0; i0<len0; i0++){let data2 = data1[i0];if(!(this.file && isTemplate(data2))){if(!((((((data2 === "PERSON") || (data2 === "EMAIL")) || (data2 === "PHONE")) || (data2 === "LOCATION")) || (data2 === "FINANCIAL")) || (data2 === "SECRET"))){return false;}}}}else {return false;}}if(this.file && (isMapping(data1))){if(isMapping(data1)){if(Object.keys(data1).length < 1){return false;}for(const key1 in data1){if(!(pattern2.test(key1))){return false;}}for(const key2 in data1){if(pattern2.test(key2)){let data3 = data1[key2];if(Array.isArray(data3)){const len1 = data3.length;for(let i1=0; i1<len1; i1++){let data4 = data3[i1];if(!(this.file && isTemplate(data4))){if(!((((((data4 === "PERSON") || (data4 === "EMAIL")) || (data4 === "PHONE")) || (data4 === "LOCATION")) || (data4 === "FINANCIAL")) || (data4 === "SECRET"))){return false;}}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "replaceStyle"){let data5 = data.replaceStyle;if(!(this.file && isTemplate(data5))){if(!(((data5 === "tag") || (data5 === "mask")) || (data5 === "remove"))){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts120(data){if(!this.file){if(isMapping(data)){if(data.name === undefined){return false;}}}if(isMapping(data)){for(const key0 in data){
if(key0 === "name"){let data0 = data.name;if(typeof data0 === "string"){if(data0.length > 128){return false;}if(data0.length < 1){return false;}}else {return false;}}else 
if(key0 === "saveChanges"){let data1 = data.saveChanges;if(!(this.file && isTemplate(data1))){if(typeof data1 !== "boolean"){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts122(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "mode"){let data0 = data.mode;if(!(this.file && isTemplate(data0))){if(!((data0 === "off") || (data0 === "normal"))){return false;}}}else 
if(key0 === "riskScoreThreshold"){let data1 = data.riskScoreThreshold;if(!(this.file && isTemplate(data1))){if(!Number.isInteger(data1)){return false;}if(Number.isFinite(data1)){if(data1 > 100){return false;}if(data1 < 0){return false;}}}}else 
if(key0 === "blacklist"){let data2 = data.blacklist;if(!(this.file && (isMapping(data2)))){if(Array.isArray(data2)){if(data2.length > 1000){return false;}const len0 = data2.length;for(let i0=0; i0<len0; i0++){if(typeof data2[i0] !== "string"){return false;}}}else {return false;}}if(this.file && (isMapping(data2))){if(isMapping(data2)){if(Object.keys(data2).length < 1){return false;}for(const key1 in data2){if(!(pattern2.test(key1))){return false;}}for(const key2 in data2){if(pattern2.test(key2)){let data4 = data2[key2];if(Array.isArray(data4)){const len1 = data4.length;for(let i1=0; i1<len1; i1++){if(typeof data4[i1] !== "string"){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "whitelist"){let data6 = data.whitelist;if(!(this.file && (isMapping(data6)))){if(Array.isArray(data6)){if(data6.length > 1000){return false;}const len2 = data6.length;for(let i2=0; i2<len2; i2++){if(typeof data6[i2] !== "string"){return false;}}}else {return false;}}if(this.file && (isMapping(data6))){if(isMapping(data6)){if(Object.keys(data6).length < 1){return false;}for(const key3 in data6){if(!(pattern2.test(key3))){return false;}}for(const key4 in data6){if(pattern2.test(key4)){let data8 = data6[key4];if(Array.isArray(data8)){const len3 = data8.length;for(let i3=0; i3<len3; i3++){if(typeof data8[i3] !== "string"){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "blockedTlds"){let data10 = data.blockedTlds;if(!(this.file && (isMapping(data10)))){if(Array.isArray(data10)){if(data10.length > 1000){return false;}const len4 = data10.length;for(let i4=0; i4<len4; i4++){if(typeof data10[i4] !== "string"){return false;}}}else {return false;}}if(this.file && (isMapping(data10))){if(isMapping(data10)){if(Object.keys(data10).length < 1){return false;}for(const key5 in data10){if(!(pattern2.test(key5))){return false;}}for(const key6 in data10){if(pattern2.test(key6)){let data12 = data10[key6];if(Array.isArray(data12)){const len5 = data12.length;for(let i5=0; i5<len5; i5++){if(typeof data12[i5] !== "string"){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "failurePolicy"){let data14 = data.failurePolicy;if(!(this.file && isTemplate(data14))){if(!((data14 === "open") || (data14 === "closed"))){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts124(data){if(!this.file){if(isMapping(data)){if(data.username === undefined){return false;}}}if(isMapping(data)){for(const key0 in data){
if(key0 === "username"){let data0 = data.username;if(typeof data0 === "string"){if(data0.length > 1024){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts83(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "formats"){let data0 = data.formats;if(!(this.file && (isMapping(data0)))){if(Array.isArray(data0)){const len0 = data0.length;for(let i0=0; i0<len0; i0++){if(!accepts84.call(this, data0[i0])){return false;}}}else {return false;}}if(this.file && (isMapping(data0))){if(isMapping(data0)){if(Object.keys(data0).length < 1){return false;}for(const key1 in data0){if(!(pattern2.test(key1))){return false;}}for(const key2 in data0){if(pattern2.test(key2)){let data2 = data0[key2];if(Array.isArray(data2)){const len1 = data2.length;for(let i1=0; i1<len1; i1++){if(!accepts84.call(this, data2[i1])){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "onlyMainContent"){let data4 = data.onlyMainContent;if(!(this.file && isTemplate(data4))){if(typeof data4 !== "boolean"){return false;}}}else 
if(key0 === "onlyCleanContent"){let data5 = data.onlyCleanContent;if(!(this.file && isTemplate(data5))){if(typeof data5 !== "boolean"){return false;}}}else 
if(key0 === "includeTags"){let data6 = data.includeTags;if(!(this.file && (isMapping(data6)))){if(Array.isArray(data6)){const len2 = data6.length;for(let i2=0; i2<len2; i2++){if(typeof data6[i2] !== "string"){return false;}}}else {return false;}}if(this.file && (isMapping(data6))){if(isMapping(data6)){if(Object.keys(data6).length < 1){return false;}for(const key3 in data6){if(!(pattern2.test(key3))){return false;}}for(const key4 in data6){if(pattern2.test(key4)){let data8 = data6[key4];if(Array.isArray(data8)){const len3 = data8.length;for(let i3=0; i3<len3; i3++){if(typeof data8[i3] !== "string"){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "excludeTags"){let data10 = data.excludeTags;if(!(this.file && (isMapping(data10)))){if(Array.isArray(data10)){const len4 = data10.length;for(let i4=0; i4<len4; i4++){if(typeof data10[i4] !== "string"){return false;}}}else {return false;}}if(this.file && (isMapping(data10))){if(isMapping(data10)){if(Object.keys(data10).length < 1){return false;}for(const key5 in data10){if(!(pattern2.test(key5))){return false;}}for(const key6 in data10){if(pattern2.test(key6)){let data12 = data10[key6];if(Array.isArray(data12)){const len5 = data12.length;for(let i5=0; i5<len5; i5++){if(typeof data12[i5] !== "string"){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "maxAge"){let data14 = data.maxAge;if(!(this.file && isTemplate(data14))){if(!Number.isInteger(data14)){return false;}if(Number.isFinite(data14)){if(data14 < 0){return false;}}}}else 
if(key0 === "minAge"){let data15 = data.minAge;if(!(this.file && isTemplate(data15))){if(!Number.isInteger(data15)){return false;}if(Number.isFinite(data15)){if(data15 < 0){return false;}}}}else 
if(key0 === "headers"){let data16 = data.headers;if(isMapping(data16)){for(const key7 in data16){if(typeof data16[key7] !== "string"){return false;}}}else {return false;}}else 
if(key0 === "waitFor"){let data18 = data.waitFor;if(!(this.file && isTemplate(data18))){if(!Number.isInteger(data18)){return false;}if(Number.isFinite(data18)){if(data18 > 60000){return false;}if(data18 < 0){return false;}}}}else 
if(key0 === "mobile"){let data19 = data.mobile;if(!(this.file && isTemplate(data19))){if(typeof data19 !== "boolean"){return false;}}}else 
if(key0 === "skipTlsVerification"){let data20 = data.skipTlsVerification;if(!(this.file && isTemplate(data20))){if(typeof data20 !== "boolean"){return false;}}}else 
if(key0 === "timeout"){let data21 = data.timeout;if(!(this.file && isTemplate(data21))){if(!Number.isInteger(data21)){return false;}if(Number.isFinite(data21)){if(data21 < 1000){return false;}}}}else 
if(key0 === "parsers"){let data22 = data.parsers;if(!(this.file && (isMapping(data22)))){if(Array.isArray(data22)){const len6 = data22.length;for(let i6=0; i6<len6; i6++){if(!accepts110.call(this, data22[i6])){return false;}}}else {return false;}}if(this.file && (isMapping(data22))){if(isMapping(data22)){if(Object.keys(data22).length < 1){return false;}for(const key8 in data22){if(!(pattern2.test(key8))){return false;}}for(const key9 in data22){if(pattern2.test(key9)){let data24 = data22[key9];if(Array.isArray(data24)){const len7 = data24.length;for(let i7=0; i7<len7; i7++){if(!accepts110.call(this, data24[i7])){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "actions"){let data26 = data.actions;if(!(this.file && (isMapping(data26)))){if(Array.isArray(data26)){if(data26.length > 50){return false;}const len8 = data26.length;for(let i8=0; i8<len8; i8++){if(!accepts33.call(this, data26[i8])){return false;}}}else {return false;}}if(this.file && (isMapping(data26))){if(isMapping(data26)){if(Object.keys(data26).length < 1){return false;}for(const key10 in data26){if(!(pattern2.test(key10))){return false;}}for(const key11 in data26){if(pattern2.test(key11)){let data28 = data26[key11];if(Array.isArray(data28)){const len9 = data28.length;for(let i9=0; i9<len9; i9++){if(!accepts33.call(this, data28[i9])){return false;}}}else {return false;}}}}else {return false;}}}else 
if(key0 === "location"){if(!accepts58.call(this, data.location)){return false;}}else 
if(key0 === "removeBase64Images"){let data31 = data.removeBase64Images;if(!(this.file && isTemplate(data31))){if(typeof data31 !== "boolean"){return false;}}}else 
if(key0 === "blockAds"){let data32 = data.blockAds;if(!(this.file && isTemplate(data32))){if(typeof data32 !== "boolean"){return false;}}}else 
if(key0 === "proxy"){let data33 = data.proxy;if(!(this.file && isTemplate(data33))){if(!((((data33 === "basic") || (data33 === "stealth")) || (data33 === "enhanced")) || (data33 === "auto"))){return false;}}}else 
if(key0 === "storeInCache"){let data34 = data.storeInCache;if(!(this.file && isTemplate(data34))){if(typeof data34 !== "boolean"){return false;}}}else 
if(key0 === "fastMode"){let data35 = data.fastMode;if(!(this.file && isTemplate(data35))){if(typeof data35 !== "boolean"){return false;}}}else 
if(key0 === "lockdown"){let data36 = data.lockdown;if(!(this.file && isTemplate(data36))){if(typeof data36 !== "boolean"){return false;}}}else 
if(key0 === "safeMode"){let data37 = data.safeMode;if(!(this.file && isTemplate(data37))){if(typeof data37 !== "boolean"){return false;}}}else 
if(key0 === "redactPII"){let data38 = data.redactPII;if((isMapping(data38))){if(!accepts118.call(this, data38)){return false;}}if(!((isMapping(data38)))){if(!(this.file && isTemplate(data38))){if(typeof data38 !== "boolean"){return false;}}}}else 
if(key0 === "profile"){if(!accepts120.call(this, data.profile)){return false;}}else 
if(key0 === "threatProtection"){if(!accepts122.call(this, data.threatProtection)){return false;}}else 
if(key0 === "auditMetadata"){if(!accepts124.call(this, data.auditMetadata)){return false;}}else {return false;}}}else {return false;}return true;}
function accepts79(data){if(!this.file){if(isMapping(data)){if(data.url === undefined){return false;}}}if(isMapping(data)){for(const key0 in data){
if(key0 === "url"){let data0 = data.url;if(!(this.secrets && isTemplate(data0))){if(typeof data0 === "string"){if(!pattern1.test(data0)){return false;}}else {return false;}}}else 
if(key0 === "prompt"){let data1 = data.prompt;if(typeof data1 === "string"){if(data1.length > 10000){return false;}}else {return false;}}else 
if(key0 === "excludePaths"){if(!accepts16.call(this, data.excludePaths)){return false;}}else 
if(key0 === "includePaths"){if(!accepts16.call(this, data.includePaths)){return false;}}else 
if(key0 === "maxDiscoveryDepth"){let data4 = data.maxDiscoveryDepth;if(!(this.file && isTemplate(data4))){if(!Number.isInteger(data4)){return false;}if(Number.isFinite(data4)){if(data4 < 0){return false;}}}}else 
if(key0 === "sitemap"){let data5 = data.sitemap;if(!(this.file && isTemplate(data5))){if(!(((data5 === "skip") || (data5 === "include")) || (data5 === "only"))){return false;}}}else 
if(key0 === "ignoreQueryParameters"){let data6 = data.ignoreQueryParameters;if(!(this.file && isTemplate(data6))){if(typeof data6 !== "boolean"){return false;}}}else 
if(key0 === "limit"){let data7 = data.limit;if(!(this.file && isTemplate(data7))){if(!Number.isInteger(data7)){return false;}if(Number.isFinite(data7)){if(data7 < 1){return false;}}}}else 
if(key0 === "crawlEntireDomain"){let data8 = data.crawlEntireDomain;if(!(this.file && isTemplate(data8))){if(typeof data8 !== "boolean"){return false;}}}else 
if(key0 === "allowExternalLinks"){let data9 = data.allowExternalLinks;if(!(this.file && isTemplate(data9))){if(typeof data9 !== "boolean"){return false;}}}else 
if(key0 === "allowSubdomains"){let data10 = data.allowSubdomains;if(!(this.file && isTemplate(data10))){if(typeof data10 !== "boolean"){return false;}}}else 
if(key0 === "ignoreRobotsTxt"){let data11 = data.ignoreRobotsTxt;if(!(this.file && isTemplate(data11))){if(typeof data11 !== "boolean"){return false;}}}else 
if(key0 === "robotsUserAgent"){let data12 = data.robotsUserAgent;if(typeof data12 === "string"){if(data12.length < 1){return false;}}else {return false;}}else 
if(key0 === "deduplicateSimilarURLs"){let data13 = data.deduplicateSimilarURLs;if(!(this.file && isTemplate(data13))){if(typeof data13 !== "boolean"){return false;}}}else 
if(key0 === "regexOnFullURL"){let data14 = data.regexOnFullURL;if(!(this.file && isTemplate(data14))){if(typeof data14 !== "boolean"){return false;}}}else 
if(key0 === "delay"){let data15 = data.delay;if(!(this.file && isTemplate(data15))){if(Number.isFinite(data15)){if(data15 > 60){return false;}if(data15 <= 0){return false;}}else {return false;}}}else 
if(key0 === "maxConcurrency"){let data16 = data.maxConcurrency;if(!(this.file && isTemplate(data16))){if(!Number.isInteger(data16)){return false;}if(Number.isFinite(data16)){if(data16 < 1){return false;}}}}else 
if(key0 === "webhook"){let data17 = data.webhook;if((isMapping(data17))){if(!accepts21.call(this, data17)){return false;}}if(!((isMapping(data17)))){if(!(this.secrets && isTemplate(data17))){if(typeof data17 === "string"){if(!pattern4.test(data17)){return false;}}else {return false;}}}}else 
if(key0 === "scrapeOptions"){if(!accepts83.call(this, data.scrapeOptions)){return false;}}else 
if(key0 === "zeroDataRetention"){let data19 = data.zeroDataRetention;if(!(this.file && isTemplate(data19))){if(typeof data19 !== "boolean"){return false;}}}else 
if(key0 === "origin"){if(typeof data.origin !== "string"){return false;}}else 
if(key0 === "integration"){let data21 = data.integration;if(!(this.secrets && isTemplate(data21))){if(typeof data21 === "string"){if(!pattern10.test(data21)){return false;}}else {return false;}}}else {return false;}}}else {return false;}return true;}
function accepts130(data){if(isMapping(data)){if(data.url === undefined){return false;}for(const key0 in data){
if(key0 === "url"){let data0 = data.url;if(typeof data0 === "string"){if(data0.length < 1){return false;}}else {return false;}}else 
if(key0 === "why"){if(typeof data.why !== "string"){return false;}}else 
if(key0 === "reached"){let data2 = data.reached;if(!(((data2 === "start") || (data2 === "sitemap")) || (data2 === "link"))){return false;}}else {return false;}}}else {return false;}return true;}
function accepts129(data){if((isMapping(data))){if(!accepts130.call(this, data)){return false;}}if(!((isMapping(data)))){if(typeof data === "string"){if(data.length < 1){return false;}}else {return false;}}return true;}
function accepts134(data){if(isMapping(data)){if(data.url === undefined){return false;}for(const key0 in data){
if(key0 === "url"){let data0 = data.url;if(typeof data0 === "string"){if(data0.length < 1){return false;}}else {return false;}}else 
if(key0 === "why"){if(typeof data.why !== "string"){return false;}}else {return false;}}}else {return false;}return true;}
function accepts133(data){if((isMapping(data))){if(!accepts134.call(this, data)){return false;}}if(!((isMapping(data)))){if(typeof data === "string"){if(data.length < 1){return false;}}else {return false;}}return true;}
function accepts78(data){if(isMapping(data)){if(data.version === undefined){return false;}if(data.request === undefined){return false;}for(const key0 in data){
if(key0 === "version"){if(!(data.version === 2)){return false;}}else 
if(key0 === "name"){let data1 = data.name;if(typeof data1 === "string"){if(!pattern0.test(data1)){return false;}}else {return false;}}else 
if(key0 === "description"){if(typeof data.description !== "string"){return false;}}else 
if(key0 === "extends"){let data3 = data.extends;if(Array.isArray(data3)){const len0 = data3.length;for(let i0=0; i0<len0; i0++){let data4 = data3[i0];if(typeof data4 === "string"){if(data4.length < 1){return false;}}else {return false;}}}else {return false;}}else 
if(key0 === "matrix"){let data5 = data.matrix;if(isMapping(data5)){if(Object.keys(data5).length < 1){return false;}for(const key1 in data5){if(!((key1 === "include") || (key1 === "exclude"))){let data6 = data5[key1];if(Array.isArray(data6)){if(data6.length < 1){return false;}const len1 = data6.length;for(let i1=0; i1<len1; i1++){let data7 = data6[i1];if(((typeof data7 !== "string") && (!(Number.isFinite(data7)))) && (typeof data7 !== "boolean")){return false;}}}else {return false;}}}
if(data5.include !== undefined){let data8 = data5.include;if(Array.isArray(data8)){const len2 = data8.length;for(let i2=0; i2<len2; i2++){let data9 = data8[i2];if(isMapping(data9)){for(const key2 in data9){if(!(key2 === "request")){let data10 = data9[key2];if(((typeof data10 !== "string") && (!(Number.isFinite(data10)))) && (typeof data10 !== "boolean")){return false;}}}
if(data9.request !== undefined){if(!accepts79.call(this, data9.request)){return false;}}}else {return false;}}}else {return false;}}
if(data5.exclude !== undefined){let data12 = data5.exclude;if(Array.isArray(data12)){const len3 = data12.length;for(let i3=0; i3<len3; i3++){let data13 = data12[i3];if(isMapping(data13)){if(Object.keys(data13).length < 1){return false;}for(const key3 in data13){let data14 = data13[key3];if(((typeof data14 !== "string") && (!(Number.isFinite(data14)))) && (typeof data14 !== "boolean")){return false;}}}else {return false;}}}else {return false;}}}else {return false;}}else 
if(key0 === "refresh"){let data15 = data.refresh;if(typeof data15 === "string"){if(!pattern24.test(data15)){return false;}}else {return false;}}else 
if(key0 === "request"){let data16 = data.request;if(!(isMapping(data16))){return false;}if(!accepts79.call(this, data16)){return false;}if(isMapping(data16)){if(data16.url === undefined){return false;}}}else 
if(key0 === "tests"){let data17 = data.tests;if(isMapping(data17)){for(const key4 in data17){
if(key4 === "in"){let data18 = data17.in;if(Array.isArray(data18)){const len4 = data18.length;for(let i4=0; i4<len4; i4++){if(!accepts129.call(this, data18[i4])){return false;}}}else {return false;}}else 
if(key4 === "out"){let data20 = data17.out;if(Array.isArray(data20)){const len5 = data20.length;for(let i5=0; i5<len5; i5++){if(!accepts133.call(this, data20[i5])){return false;}}}else {return false;}}else {return false;}}}else {return false;}}else 
if(key0 === "expect"){let data22 = data.expect;if(isMapping(data22)){if(Object.keys(data22).length < 1){return false;}for(const key5 in data22){
if(key5 === "minPages"){let data23 = data22.minPages;if(!Number.isInteger(data23)){return false;}if(Number.isFinite(data23)){if(data23 < 0){return false;}}}else 
if(key5 === "maxDrop"){let data24 = data22.maxDrop;if(typeof data24 === "string"){if(!pattern25.test(data24)){return false;}}else {return false;}}else {return false;}}}else {return false;}}else {return false;}}}else {return false;}return true;}
export const project = accepts137;
const pattern50 = pattern("^(?!/)(?!(?:.*/)?\\.\\.(?:/|$))");
const pattern66 = pattern("^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$");
function accepts139(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "description"){if(typeof data.description !== "string"){return false;}}else 
if(key0 === "request"){if(!accepts79.call(this, data.request)){return false;}}else {return false;}}}else {return false;}return true;}
const pattern51 = pattern("\\$\\{|^https?://[^\\s/?#]+\\S*$");
const pattern52 = pattern("^\\$\\{(?:secret|env):[A-Za-z_][A-Za-z0-9_]*\\}$");
function accepts144(data){if(isMapping(data)){if(data.baseUrl === undefined){return false;}if(data.name === undefined){return false;}for(const key0 in data){
if(key0 === "baseUrl"){let data0 = data.baseUrl;if(typeof data0 === "string"){if(!pattern51.test(data0)){return false;}}else {return false;}}else 
if(key0 === "name"){let data1 = data.name;if(typeof data1 === "string"){if(data1.length < 1){return false;}}else {return false;}}else 
if(key0 === "apiKey"){let data2 = data.apiKey;if(typeof data2 === "string"){if(!pattern52.test(data2)){return false;}}else {return false;}}else 
if(key0 === "timeout"){let data3 = data.timeout;if(typeof data3 === "string"){if(!pattern24.test(data3)){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts146(data){if(isMapping(data)){if(Object.keys(data).length < 1){return false;}for(const key0 in data){
if(key0 === "enabled"){if(typeof data.enabled !== "boolean"){return false;}}else 
if(key0 === "executable"){let data1 = data.executable;if(typeof data1 === "string"){if(data1.length < 1){return false;}}else {return false;}}else 
if(key0 === "tabs"){let data2 = data.tabs;if(!Number.isInteger(data2)){return false;}if(Number.isFinite(data2)){if(data2 > 64){return false;}if(data2 < 1){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts148(data){if(isMapping(data)){if(Object.keys(data).length < 1){return false;}for(const key0 in data){
if(key0 === "secret"){let data0 = data.secret;if(typeof data0 === "string"){if(!pattern52.test(data0)){return false;}}else {return false;}}else 
if(key0 === "retryDelays"){let data1 = data.retryDelays;if(Array.isArray(data1)){if(data1.length > 20){return false;}const len0 = data1.length;for(let i0=0; i0<len0; i0++){let data2 = data1[i0];if(typeof data2 === "string"){if(!pattern24.test(data2)){return false;}}else {return false;}}}else {return false;}}else 
if(key0 === "timeout"){let data3 = data.timeout;if(typeof data3 === "string"){if(!pattern24.test(data3)){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts150(data){if(isMapping(data)){if(Object.keys(data).length < 1){return false;}for(const key0 in data){
if(key0 === "connections"){let data0 = data.connections;if(!Number.isInteger(data0)){return false;}if(Number.isFinite(data0)){if(data0 < 1){return false;}}}else 
if(key0 === "headersMs"){let data1 = data.headersMs;if(!Number.isInteger(data1)){return false;}if(Number.isFinite(data1)){if(data1 < 1){return false;}}}else 
if(key0 === "requestMs"){let data2 = data.requestMs;if(!Number.isInteger(data2)){return false;}if(Number.isFinite(data2)){if(data2 < 1){return false;}}}else 
if(key0 === "bodyBytes"){let data3 = data.bodyBytes;if(!Number.isInteger(data3)){return false;}if(Number.isFinite(data3)){if(data3 < 1){return false;}}}else 
if(key0 === "receivedBytes"){let data4 = data.receivedBytes;if(!Number.isInteger(data4)){return false;}if(Number.isFinite(data4)){if(data4 < 1){return false;}}}else 
if(key0 === "answerMs"){let data5 = data.answerMs;if(!Number.isInteger(data5)){return false;}if(Number.isFinite(data5)){if(data5 < 1){return false;}}}else 
if(key0 === "sentBytes"){let data6 = data.sentBytes;if(!Number.isInteger(data6)){return false;}if(Number.isFinite(data6)){if(data6 < 1){return false;}}}else 
if(key0 === "pageBytes"){let data7 = data.pageBytes;if(!Number.isInteger(data7)){return false;}if(Number.isFinite(data7)){if(data7 < 1){return false;}}}else 
if(key0 === "fetchedBytes"){let data8 = data.fetchedBytes;if(!Number.isInteger(data8)){return false;}if(Number.isFinite(data8)){if(data8 < 1){return false;}}}else 
if(key0 === "textBytes"){let data9 = data.textBytes;if(!Number.isInteger(data9)){return false;}if(Number.isFinite(data9)){if(data9 < 1){return false;}}}else 
if(key0 === "pageTags"){let data10 = data.pageTags;if(!Number.isInteger(data10)){return false;}if(Number.isFinite(data10)){if(data10 < 1){return false;}}}else 
if(key0 === "workerHeapMb"){let data11 = data.workerHeapMb;if(!Number.isInteger(data11)){return false;}if(Number.isFinite(data11)){if(data11 < 64){return false;}}}else 
if(key0 === "fileMb"){let data12 = data.fileMb;if(!Number.isInteger(data12)){return false;}if(Number.isFinite(data12)){if(data12 < 96){return false;}}}else 
if(key0 === "answerBytes"){let data13 = data.answerBytes;if(!Number.isInteger(data13)){return false;}if(Number.isFinite(data13)){if(data13 < 1){return false;}}}else 
if(key0 === "spareUrls"){let data14 = data.spareUrls;if(!Number.isInteger(data14)){return false;}if(Number.isFinite(data14)){if(data14 < 0){return false;}}}else 
if(key0 === "knownUrls"){let data15 = data.knownUrls;if(!Number.isInteger(data15)){return false;}if(Number.isFinite(data15)){if(data15 < 1){return false;}}}else 
if(key0 === "sitemapMs"){let data16 = data.sitemapMs;if(!Number.isInteger(data16)){return false;}if(Number.isFinite(data16)){if(data16 < 1){return false;}}}else 
if(key0 === "sitemapUrls"){let data17 = data.sitemapUrls;if(!Number.isInteger(data17)){return false;}if(Number.isFinite(data17)){if(data17 < 0){return false;}}}else 
if(key0 === "sitemaps"){let data18 = data.sitemaps;if(!Number.isInteger(data18)){return false;}if(Number.isFinite(data18)){if(data18 < 0){return false;}}}else 
if(key0 === "fullDiskMs"){let data19 = data.fullDiskMs;if(!Number.isInteger(data19)){return false;}if(Number.isFinite(data19)){if(data19 < 0){return false;}}}else 
if(key0 === "runningJobs"){let data20 = data.runningJobs;if(!Number.isInteger(data20)){return false;}if(Number.isFinite(data20)){if(data20 < 1){return false;}}}else 
if(key0 === "unfinishedJobs"){let data21 = data.unfinishedJobs;if(!Number.isInteger(data21)){return false;}if(Number.isFinite(data21)){if(data21 < 1){return false;}}}else 
if(key0 === "cachedPages"){let data22 = data.cachedPages;if(!Number.isInteger(data22)){return false;}if(Number.isFinite(data22)){if(data22 < 0){return false;}}}else 
if(key0 === "attempts"){let data23 = data.attempts;if(!Number.isInteger(data23)){return false;}if(Number.isFinite(data23)){if(data23 < 1){return false;}}}else {return false;}}}else {return false;}return true;}
function accepts143(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "concurrency"){let data0 = data.concurrency;if(!Number.isInteger(data0)){return false;}if(Number.isFinite(data0)){if(data0 > 10000){return false;}if(data0 < 1){return false;}}}else 
if(key0 === "hostConcurrency"){let data1 = data.hostConcurrency;if(!Number.isInteger(data1)){return false;}if(Number.isFinite(data1)){if(data1 > 10000){return false;}if(data1 < 1){return false;}}}else 
if(key0 === "workers"){let data2 = data.workers;if(!Number.isInteger(data2)){return false;}if(Number.isFinite(data2)){if(data2 > 64){return false;}if(data2 < 0){return false;}}}else 
if(key0 === "keepResults"){let data3 = data.keepResults;if(typeof data3 === "string"){if(!pattern24.test(data3)){return false;}}else {return false;}}else 
if(key0 === "keepUnretained"){let data4 = data.keepUnretained;if(typeof data4 === "string"){if(!pattern24.test(data4)){return false;}}else {return false;}}else 
if(key0 === "keepCache"){let data5 = data.keepCache;if(typeof data5 === "string"){if(!pattern24.test(data5)){return false;}}else {return false;}}else 
if(key0 === "model"){if(!accepts144.call(this, data.model)){return false;}}else 
if(key0 === "browser"){if(!accepts146.call(this, data.browser)){return false;}}else 
if(key0 === "webhooks"){if(!accepts148.call(this, data.webhooks)){return false;}}else 
if(key0 === "allowPrivateAddresses"){if(typeof data.allowPrivateAddresses !== "boolean"){return false;}}else 
if(key0 === "limits"){if(!accepts150.call(this, data.limits)){return false;}}else {return false;}}}else {return false;}return true;}
function accepts154(data){if(isMapping(data)){if(data.backend === undefined){return false;}for(const key0 in data){
if(key0 === "backend"){if("local" !== data.backend){return false;}}else {return false;}}}else {return false;}return true;}
function accepts156(data){if(isMapping(data)){if(data.backend === undefined){return false;}for(const key0 in data){
if(key0 === "backend"){if("git" !== data.backend){return false;}}else 
if(key0 === "remote"){let data1 = data.remote;if(typeof data1 === "string"){if(data1.length < 1){return false;}}else {return false;}}else 
if(key0 === "branch"){let data2 = data.branch;if(typeof data2 === "string"){if(data2.length < 1){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
const pattern62 = pattern("\\$\\{|^https?://\\S+$");
function accepts158(data){if(isMapping(data)){if(data.backend === undefined){return false;}if(data.address === undefined){return false;}if(data.lockAddress === undefined){return false;}for(const key0 in data){
if(key0 === "backend"){if("http" !== data.backend){return false;}}else 
if(key0 === "address"){let data1 = data.address;if(typeof data1 === "string"){if(!pattern62.test(data1)){return false;}}else {return false;}}else 
if(key0 === "lockAddress"){let data2 = data.lockAddress;if(typeof data2 === "string"){if(!pattern62.test(data2)){return false;}}else {return false;}}else 
if(key0 === "unlockAddress"){let data3 = data.unlockAddress;if(typeof data3 === "string"){if(!pattern62.test(data3)){return false;}}else {return false;}}else 
if(key0 === "updateMethod"){let data4 = data.updateMethod;if(!((data4 === "POST") || (data4 === "PUT"))){return false;}}else 
if(key0 === "lockMethod"){let data5 = data.lockMethod;if(!(((data5 === "LOCK") || (data5 === "POST")) || (data5 === "PUT"))){return false;}}else 
if(key0 === "unlockMethod"){let data6 = data.unlockMethod;if(!((((data6 === "UNLOCK") || (data6 === "DELETE")) || (data6 === "POST")) || (data6 === "PUT"))){return false;}}else 
if(key0 === "username"){if(typeof data.username !== "string"){return false;}}else 
if(key0 === "password"){let data8 = data.password;if(typeof data8 === "string"){if(!pattern52.test(data8)){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts153(data){if(isMapping(data)){if(data.backend === undefined){return false;}
if(data.backend !== undefined){let data0 = data.backend;if(!(((data0 === "local") || (data0 === "git")) || (data0 === "http"))){return false;}}if(data.backend === "local"){if(!accepts154.call(this, data)){return false;}}if(data.backend === "git"){if(!accepts156.call(this, data)){return false;}}if(data.backend === "http"){if(!accepts158.call(this, data)){return false;}}}else {return false;}return true;}
function accepts161(data){if(isMapping(data)){if(Object.keys(data).length < 1){return false;}for(const key0 in data){
if(key0 === "page"){let data0 = data.page;if(Number.isFinite(data0)){if(data0 < 0){return false;}}else {return false;}}else 
if(key0 === "json"){let data1 = data.json;if(Number.isFinite(data1)){if(data1 < 0){return false;}}else {return false;}}else 
if(key0 === "question"){let data2 = data.question;if(Number.isFinite(data2)){if(data2 < 0){return false;}}else {return false;}}else 
if(key0 === "highlights"){let data3 = data.highlights;if(Number.isFinite(data3)){if(data3 < 0){return false;}}else {return false;}}else 
if(key0 === "audio"){let data4 = data.audio;if(Number.isFinite(data4)){if(data4 < 0){return false;}}else {return false;}}else 
if(key0 === "video"){let data5 = data.video;if(Number.isFinite(data5)){if(data5 < 0){return false;}}else {return false;}}else 
if(key0 === "pdfPage"){let data6 = data.pdfPage;if(Number.isFinite(data6)){if(data6 < 0){return false;}}else {return false;}}else 
if(key0 === "zeroDataRetention"){let data7 = data.zeroDataRetention;if(Number.isFinite(data7)){if(data7 < 0){return false;}}else {return false;}}else 
if(key0 === "lockdown"){let data8 = data.lockdown;if(Number.isFinite(data8)){if(data8 < 0){return false;}}else {return false;}}else 
if(key0 === "redactPII"){let data9 = data.redactPII;if(Number.isFinite(data9)){if(data9 < 0){return false;}}else {return false;}}else 
if(key0 === "proxy"){let data10 = data.proxy;if(Number.isFinite(data10)){if(data10 < 0){return false;}}else {return false;}}else {return false;}}}else {return false;}return true;}
function accepts142(data){if(isMapping(data)){for(const key0 in data){
if(key0 === "service"){if(!(data.service === "embedded")){return false;}}else 
if(key0 === "baseUrl"){let data1 = data.baseUrl;if(typeof data1 === "string"){if(!pattern51.test(data1)){return false;}}else {return false;}}else 
if(key0 === "apiKey"){let data2 = data.apiKey;if(typeof data2 === "string"){if(!pattern52.test(data2)){return false;}}else {return false;}}else 
if(key0 === "idempotencyKeys"){if(typeof data.idempotencyKeys !== "boolean"){return false;}}else 
if(key0 === "embedded"){if(!accepts143.call(this, data.embedded)){return false;}}else 
if(key0 === "state"){if(!accepts153.call(this, data.state)){return false;}}else 
if(key0 === "prices"){if(!accepts161.call(this, data.prices)){return false;}}else 
if(key0 === "defaults"){let data7 = data.defaults;if(!((data7 === "implicit") || (data7 === "explicit"))){return false;}}else 
if(key0 === "request"){if(!accepts79.call(this, data.request)){return false;}}else {return false;}}}else {return false;}return true;}
function accepts137(data){if(isMapping(data)){if(data.version === undefined){return false;}for(const key0 in data){
if(key0 === "version"){if(!(data.version === 2)){return false;}}else 
if(key0 === "crawls"){let data1 = data.crawls;if(Array.isArray(data1)){if(data1.length < 1){return false;}const len0 = data1.length;for(let i0=0; i0<len0; i0++){let data2 = data1[i0];if(typeof data2 === "string"){if(data2.length < 1){return false;}if(!pattern50.test(data2)){return false;}}else {return false;}}}else {return false;}}else 
if(key0 === "defaults"){let data3 = data.defaults;if(isMapping(data3)){for(const key1 in data3){
if(key1 === "request"){if(!accepts79.call(this, data3.request)){return false;}}else {return false;}}}else {return false;}}else 
if(key0 === "profiles"){let data5 = data.profiles;if(isMapping(data5)){for(const key2 in data5){if(!accepts139.call(this, data5[key2])){return false;}}}else {return false;}}else 
if(key0 === "environments"){let data7 = data.environments;if(isMapping(data7)){for(const key3 in data7){if(!accepts142.call(this, data7[key3])){return false;}}}else {return false;}}else 
if(key0 === "budget"){let data9 = data.budget;if(isMapping(data9)){if(Object.keys(data9).length < 1){return false;}for(const key4 in data9){
if(key4 === "pages"){let data10 = data9.pages;if(!Number.isInteger(data10)){return false;}if(Number.isFinite(data10)){if(data10 < 0){return false;}}}else 
if(key4 === "credits"){let data11 = data9.credits;if(!Number.isInteger(data11)){return false;}if(Number.isFinite(data11)){if(data11 < 0){return false;}}}else {return false;}}}else {return false;}}else 
if(key0 === "rules"){let data12 = data.rules;if(isMapping(data12)){for(const key5 in data12){if(!(pattern66.test(key5))){return false;}}for(const key6 in data12){if(pattern66.test(key6)){let data13 = data12[key6];if(!(((data13 === "off") || (data13 === "warning")) || (data13 === "error"))){return false;}}}}else {return false;}}else {return false;}}}else {return false;}return true;}
export const requestV2 = accepts167;
function accepts167(data){if(!accepts79.call(this, data)){return false;}return true;}
export { isMapping, pattern0, isTemplate, pattern1, accepts16, pattern2, accepts21, pattern4, accepts33, accepts58, pattern10, pattern24, pattern25 }

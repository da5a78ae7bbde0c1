/** Hosts that serve advertisements, track people or ask for consent, with all hosts below them. */
const AD_HOSTS: ReadonlySet<string> = new Set(
  (
    '2mdn.net adform.net adnxs.com adroll.com adsafeprotected.com adsrvr.org adsymptotic.com advertising.com ' +
    'amazon-adsystem.com amplitude.com appnexus.com bat.bing.com bidswitch.net bluekai.com casalemedia.com chartbeat.com ' +
    'chartbeat.net clarity.ms contextweb.com cookiebot.com cookielaw.org criteo.com criteo.net crwdcntrl.net demdex.net ' +
    'doubleclick.net doubleverify.com everesttech.net exelator.com fullstory.com google-analytics.com googleadservices.com ' +
    'googlesyndication.com googletagmanager.com googletagservices.com gumgum.com heapanalytics.com hotjar.com hotjar.io ' +
    'id5-sync.com imrworldwide.com indexww.com ipredictive.com krxd.net lijit.com mathtag.com media.net mixpanel.com ' +
    'moatads.com mookie1.com mouseflow.com newrelic.com nr-data.net omtrdc.net onetrust.com openx.net optimizely.com ' +
    'outbrain.com parsely.com permutive.com pubmatic.com quantcast.com quantcount.com quantserve.com rlcdn.com ' +
    'rubiconproject.com scorecardresearch.com segment.com segment.io sharethrough.com smartadserver.com sonobi.com ' +
    'spotxchange.com taboola.com tapad.com teads.tv trustarc.com turn.com usercentrics.eu yieldmo.com zedo.com'
  ).split(' '),
)

/** Returns whether a host is in the list or below one of its hosts. */
export function isAdHost(host: string): boolean {
  let name = host
  for (;;) {
    if (AD_HOSTS.has(name)) return true
    const dot = name.indexOf('.')
    if (dot === -1) return false
    name = name.slice(dot + 1)
  }
}

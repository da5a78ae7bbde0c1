/** The comment after the browser's name in `User-Agent`. */
export const AGENT_COMMENT = '(compatible; crawlform/0.1; +https://www.npmjs.com/package/crawlform)'

export const USER_AGENT = `Mozilla/5.0 ${AGENT_COMMENT}`

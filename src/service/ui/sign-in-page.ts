import { html } from './markup.ts'
import { answerPage } from './page.ts'

/** Answers with the form that asks for the key; `next` is where it leads. */
export function signInPage(next: string, wrong?: string): Response {
  const body = html`<h1>Sign in</h1>
    <form class="sign-in" method="post" action="/sign-in">
      <p>Enter the service key. You stay signed in for a week.</p>
      ${wrong === undefined ? undefined : html`<p class="alert" role="alert">${wrong}</p>`}
      <label
        >Service key <input name="key" type="password" autocomplete="current-password" required autofocus
      /></label>
      <input type="hidden" name="next" value="${next}" />
      <button>Sign in</button>
    </form>
    <details class="ask">
      <summary>Where is the key?</summary>
      <p>
        It is the value of <code>CRAWLFORM_API_KEY</code> that the service was started with. Without that
        variable, <code>crawlform serve</code> makes a key at each start and writes it to
        <code>service-endpoint.json</code> in <code>.crawlform</code>, or in the directory of
        <code>--data-dir</code>.
      </p>
      <p>On a terminal, <code>crawlform serve</code> also prints a link that signs you in once.</p>
    </details>`
  return answerPage({ title: 'Sign in', body, status: 401 })
}

/**
 * Answers with a page that asks for `next` again, by itself: a link on another site leads here without the cookie, which
 * is sent only when the service's own page asks.
 */
export function againPage(next: string): Response {
  const body = html`<h1>One moment</h1>
    <p><a href="${next}">Continue</a></p>`
  return answerPage({ title: 'One moment', body, status: 401, onTo: next })
}

export function errorPage(status: number, error: string, isSignedIn: boolean): Response {
  const body = html`<h1>${status === 404 ? 'Not found' : 'Something went wrong'}</h1>
    <p>${error}</p>
    <p><a href="/">All jobs</a></p>`
  return answerPage({ title: error, body, status, isSignedIn })
}

/** Returns a function that runs actions one after another, in the order of its calls. A failed action does not stop the next. */
export function oneByOne(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const turn = last.then(act, act)
    last = turn
    return turn
  }
}

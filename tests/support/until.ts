/**
 * Looks every few milliseconds whether something has come true, instead of sleeping for as long as it might take.
 * @throws Error when it has not come true within `timeoutMs`
 */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Did not come true within ${timeoutMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

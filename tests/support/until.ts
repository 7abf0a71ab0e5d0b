/**
 * Checks a condition until it holds, every 5 ms unless the check costs much, instead of a fixed sleep.
 * @throws Error if it does not hold within `timeoutMs`
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 50_000,
  intervalMs = 5,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not true within ${timeoutMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

/** The browser fires the click of a press within this time after the press ends. */
const clickDelayMs = 100;

/** Suppresses the click of this press on the window, as another element may be under the pointer when the press ends. */
export function suppressClick(): void {
  const listening = new AbortController();
  const { signal } = listening;
  const suppress = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const release = () => setTimeout(() => listening.abort(), clickDelayMs);
  window.addEventListener('click', suppress, { capture: true, signal });
  // The click of the next press is meant.
  window.addEventListener('pointerdown', () => listening.abort(), { capture: true, signal });
  window.addEventListener('pointerup', release, { once: true, signal });
  window.addEventListener('pointercancel', release, { once: true, signal });
}

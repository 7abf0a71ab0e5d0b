/**
 * The colours of the page: those of the system, or those that the user has chosen for this device. The inline script of the
 * page applies them before its first paint, so this imports nothing; style sheets read `data-theme` of the root element.
 */
export type ThemeChoice = 'system' | 'light' | 'dark';

export const themeStorageKey = 'theme';

export const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeStorageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system'; // Storage is blocked.
  }
}

/** Without storage, the choice lasts as long as the page. */
export function storeTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, choice);
  } catch {
    // Storage is blocked or full.
  }
}

/** Applies to the page and to the browser's own bars. Returns whether the page is dark. */
export function applyTheme(choice: ThemeChoice): boolean {
  const isDark = choice === 'system' ? systemIsDark.matches : choice === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.dataset.media ??= meta.media;
    meta.media = barMedia(meta.dataset.media, choice);
  }
  return isDark;
}

/** The media query of a colour of the browser's bars: a chosen theme replaces the condition of the system's. */
function barMedia(media: string, choice: ThemeChoice): string {
  if (choice === 'system') return media;
  const other = choice === 'dark' ? 'light' : 'dark';
  return media.includes(`(prefers-color-scheme: ${other})`)
    ? 'not all'
    : media.replace(`(prefers-color-scheme: ${choice})`, 'all');
}

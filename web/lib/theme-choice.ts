import { createStore } from './store.ts';
import { applyTheme, storedTheme, storeTheme, systemIsDark, type ThemeChoice, themeStorageKey } from './theme.ts';

const choice = createStore<ThemeChoice>(storedTheme());
const darkness = createStore(choice.get() === 'system' ? systemIsDark.matches : choice.get() === 'dark');

export const useThemeChoice = choice.use;

/** Whether the page is dark. */
export const useDarkMode = darkness.use;

function show(next: ThemeChoice): void {
  choice.set(next);
  darkness.set(applyTheme(next));
}

/** For all tabs of this device. */
export function chooseTheme(next: ThemeChoice): void {
  storeTheme(next);
  show(next);
}

/** Follows the system's colours, and a choice in another tab. */
export function followTheme(): void {
  show(storedTheme());
  systemIsDark.addEventListener('change', () => show(choice.get()));
  addEventListener('storage', ({ key }) => {
    if (key === themeStorageKey || key === null) show(storedTheme());
  });
}

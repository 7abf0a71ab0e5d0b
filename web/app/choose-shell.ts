/**
 * An inline script of the page, which runs before its first paint: applies the theme, sends the first request of the
 * screen, and shows the shell of the address and of the saved session. React replaces it by the same markup. It is bundled
 * alone, so it imports only what is small.
 */
import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';
import { avatarTone, initial } from '../components/avatar-tone.ts';
import { cardSizes, recipeColumnsAt } from '../features/recipes/recipe-columns.ts';
import { isExpiring } from '../lib/identity/token.ts';
import { lastViewOf } from '../lib/last-view.ts';
import { cardWidthPx, ownAddress } from '../lib/picture-address.ts';
import { servedPicture } from '../lib/served-picture.ts';
import { applyTheme, storedTheme } from '../lib/theme.ts';

/** As for the requests of `api-client.ts`. */
const earlyTimeoutMs = 15_000;

/** As stored by `saved-session.ts`. */
interface StoredUser {
  uid: string;
  displayName: string | null;
}

function chooseShell(isDark: boolean) {
  const token = localStorage.getItem('token');
  const user: StoredUser | null = JSON.parse(localStorage.getItem('user') ?? 'null');
  if ((token === null) !== (user === null)) return; // Only the identity service knows the user.
  const reader = user ? 'user' : 'visitor';
  const blocks = document.querySelectorAll<HTMLScriptElement>(`[data-shell=${reader}]`);
  const block = [...blocks].find(({ dataset }) => new RegExp(dataset.path ?? '', 'i').test(location.pathname));
  // A query selects other content, as in `/community?tag=`.
  if (block?.dataset.request && location.search === '') sendEarly(block.dataset.request, token);
  for (const script of block?.dataset.scripts?.split(' ') ?? []) preload(script);
  const shell = parse(block?.text ?? '');
  if (!shell) return;
  // Its buttons do nothing yet. `aria-hidden` is for programs that do not know `inert`.
  shell.inert = true;
  shell.ariaHidden = 'true';
  if (user) {
    showUser(shell, user);
    showLastView(shell, user);
  }
  showServedPicture(shell);
  layOutRecipes(shell);
  if (isDark) {
    for (const logo of shell.querySelectorAll<HTMLImageElement>('img[src="/art/logo-wordmark.svg"]'))
      logo.src = '/art/logo-wordmark-dark.svg';
  }
  document.getElementById('root')?.append(shell);
}

function parse(html: string): HTMLElement | undefined {
  const template = document.createElement('template');
  template.innerHTML = html;
  const shell = template.content.firstElementChild;
  return shell instanceof HTMLElement ? shell : undefined;
}

/** Loads a script of the screen, which the application imports only when it has started. */
function preload(script: string) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = 'anonymous';
  link.href = script;
  document.head.append(link);
}

/** `api-client.ts` takes the response. An expired token is renewed first, which only the application can. */
function sendEarly(path: string, token: string | null) {
  if (token !== null && isExpiring(token)) return;
  const authorization = token === null ? null : `Bearer ${token}`;
  const headers = { accept: 'application/json', ...(authorization !== null && { authorization }) };
  const response = fetch(path, { headers, signal: AbortSignal.timeout(earlyTimeoutMs) });
  response.then(preloadPictures).catch(() => undefined); // The application reports it.
  globalThis.earlyRequest = { path, authorization, response };
}

/** The pictures of the first cards: otherwise the browser finds them only when the application has rendered these. */
async function preloadPictures(response: Response) {
  if (!response.ok) return;
  const { items }: { items: readonly Pick<RecipeCard, 'imageUrl' | 'pictures'>[] } = await response.clone().json();
  for (const { imageUrl, pictures = [] } of items.slice(0, recipeColumnsAt(innerWidth))) {
    if (imageUrl === undefined) continue;
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'image', fetchPriority: 'high' });
    link.href = ownAddress(imageUrl, cardWidthPx);
    link.imageSrcset = srcSetOf(pictures);
    link.imageSizes = pictures.length > 0 ? cardSizes : '';
    document.head.append(link);
  }
}

function showUser(shell: Element, { uid, displayName }: StoredUser) {
  const name = shell.querySelector('[data-user-name]');
  if (!name) return;
  name.textContent = displayName || 'Profile';
  const avatar = name.previousElementSibling;
  if (!(avatar instanceof HTMLElement)) return;
  const { color, fill } = avatarTone(uid);
  Object.assign(avatar.style, { color, background: fill });
  avatar.textContent = initial(displayName ?? '');
}

/** What the user has seen last in place of a skeleton. Whether it is up to date is not known yet. */
function showLastView(shell: Element, { uid }: StoredUser) {
  const screen = shell.querySelector('[data-last-view]');
  const html = screen && lastViewOf(uid);
  if (!html) return;
  const status = screen.querySelector('[role=status]');
  screen.innerHTML = html;
  if (status) screen.querySelector('[role=status]')?.replaceWith(status);
}

/** The picture of a recipe, as its skeleton shows it. */
function showServedPicture(shell: Element) {
  const place = shell.querySelector('[data-served-picture]');
  const picture = place && servedPicture();
  if (!picture) return;
  const { src, srcSet, sizes } = picture;
  place.append(Object.assign(document.createElement('img'), { alt: '', sizes, srcset: srcSet, src }));
}

/** The build does not know the window's width, so the grid has its default columns: item by item, one in each. */
function layOutRecipes(shell: Element) {
  const columns = [...shell.querySelectorAll<HTMLElement>('[data-recipe-grid] > *')];
  const count = recipeColumnsAt(innerWidth);
  const rows = Math.max(0, ...columns.map(({ childElementCount }) => childElementCount));
  const items = Array.from({ length: rows }, (_, row) => columns.map(({ children }) => children[row])).flat();
  for (const [at, item] of items.entries()) if (item) columns[at % count]?.append(item);
  for (const [at, column] of columns.entries()) {
    if (at < count) column.style.width = `${100 / count}%`;
    else column.remove();
  }
}

const isDark = applyTheme(storedTheme());
try {
  chooseShell(isDark);
} catch {
  // Storage is blocked or damaged. The page stays empty until the application starts.
}

/**
 * An inline script of the page, which runs before its first paint: applies the theme, sends the first request of the
 * screen, and shows the shell of the address and of the saved session. React replaces it by the same markup. It is bundled
 * alone, so it imports only what is small.
 */
import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import { avatarTone, initial } from '../components/avatar-tone.ts';
import { cardSizes, recipeColumnsAt } from '../features/recipes/recipe-columns.ts';
import type { EarlyCard, EarlyPost } from '../lib/early-request.ts';
import { isExpiring } from '../lib/identity/token.ts';
import { lastViewOf } from '../lib/last-view.ts';
import { cardWidthPx, ownAddress } from '../lib/picture-address.ts';
import { type ServedPicture, servedPicture } from '../lib/served-picture.ts';
import { applyTheme, storedTheme } from '../lib/theme.ts';
import { feedWidthPx, photoSizes } from '../photos/photo-sizes.ts';

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
  const early = location.search === '' && block?.dataset.request ? sendEarly(block.dataset.request, token) : undefined;
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
  if (isDark) shell.querySelector('[src="/art/logo-wordmark.svg"]')?.setAttribute('src', '/art/logo-wordmark-dark.svg');
  early?.then((response) => showPictures(response, shell)).catch(() => undefined);
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
function sendEarly(path: string, token: string | null): Promise<Response> | undefined {
  if (token !== null && isExpiring(token)) return undefined;
  const authorization = token === null ? null : `Bearer ${token}`;
  const headers = { accept: 'application/json', ...(authorization !== null && { authorization }) };
  const response = fetch(path, { headers, signal: AbortSignal.timeout(earlyTimeoutMs) });
  response.catch(() => undefined); // The application reports it.
  globalThis.earlyRequest = { path, authorization, response };
  return response;
}

/**
 * Shows the pictures of the first cards, as their skeletons show them, or loads that of the first post. Otherwise the browser
 * finds them only when the application has rendered these.
 */
async function showPictures(response: Response, shell: Element) {
  if (!response.ok) return;
  const { items }: { items: readonly (EarlyCard & EarlyPost)[] } = await response.clone().json();
  const places = shell.querySelectorAll('[data-recipe-grid] > * > :first-child > [data-card-picture]');
  if (places.length === 0) {
    preloadPicture(items[0]);
    return;
  }
  const first = items.slice(0, recipeColumnsAt(innerWidth));
  globalThis.earlyCards = first;
  for (const [at, { imageUrl, pictures = [] }] of first.entries()) {
    if (imageUrl === undefined) continue;
    const sizes = pictures.length > 0 ? cardSizes : '';
    places[at]?.append(imageOf({ src: ownAddress(imageUrl, cardWidthPx), srcSet: srcSetOf(pictures), sizes }));
  }
}

/** As the post shows its first picture. */
function preloadPicture({ type, imageUrl, photos = [] }: Partial<EarlyPost> = {}) {
  const [photo] = photos;
  if (type !== 'image' || (imageUrl === undefined && !photo)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', fetchPriority: 'high' });
  if (photo) Object.assign(link, { imageSizes: photoSizes(photos.length, 0), imageSrcset: srcSetOf(photo.pictures) });
  else link.href = ownAddress(imageUrl ?? '', feedWidthPx);
  document.head.append(link);
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
  place.append(imageOf(picture));
}

const imageOf = ({ src, srcSet, sizes }: ServedPicture) =>
  Object.assign(document.createElement('img'), { alt: '', fetchPriority: 'high', sizes, srcset: srcSet, src });

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

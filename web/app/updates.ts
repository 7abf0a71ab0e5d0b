/**
 * Replaces the stored release of the application by a newer one. The browser keeps a new service worker waiting while a tab
 * of the old release is open. It is activated earlier when all tabs are hidden and have nothing that a reload would lose, or
 * when the user asks for it.
 */
import { createStore } from '../lib/store.ts';
import { unstoredCount } from '../lib/sync/refused-changes.ts';
import { asksBeforeLeaving } from '../lib/use-ask-before-leaving.ts';

/** Held, shared, by each tab that must not be reloaded. */
const lockName = 'potluck.tab-in-use';
const checkIntervalMs = 60 * 60 * 1000;

/** Whether a newer release waits. */
export const updateReady = createStore(false);

let registration: ServiceWorkerRegistration | undefined;
/** Another release controls this tab now: it must reload before it loads more code. */
let isOutdated = false;
let isRequested = false;
let checkedAt = Date.now();
const typedFields = new WeakSet<EventTarget>();
let lock: { ended: Promise<unknown>; release: () => void } | undefined;

// From the start of the page, not only once the worker is installed.
document.addEventListener('input', ({ target }) => target && typedFields.add(target), { capture: true });

export function watchForUpdates(): void {
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated = controller !== null; // Otherwise, the page has just installed its first worker.
    controller = serviceWorker.controller;
    if (isOutdated && isRequested) location.reload();
    else updateIfUnused().catch(reportError);
  });
  serviceWorker.ready.then(follow).catch(reportError);
  document.addEventListener('visibilitychange', () => {
    checkAgain();
    updateIfUnused().catch(reportError);
  });
  updateIfUnused().catch(reportError);
}

function follow(ready: ServiceWorkerRegistration) {
  registration = ready;
  const showWaiting = () => {
    updateReady.set(ready.waiting !== null);
    updateIfUnused().catch(reportError);
  };
  ready.addEventListener('updatefound', () => ready.installing?.addEventListener('statechange', showWaiting));
  showWaiting();
}

/** Activates the waiting release, and reloads this tab. Other tabs reload when they are not in use. */
export function updateNow(): void {
  isRequested = true;
  activate();
}

function activate() {
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Browsers look for a new worker on navigations only, which an installed application may not have for days. */
function checkAgain() {
  if (document.hidden || Date.now() - checkedAt < checkIntervalMs) return;
  checkedAt = Date.now();
  registration?.update().catch(() => undefined);
}

async function updateIfUnused(): Promise<void> {
  if (!document.hidden || hasUnsavedInput()) {
    holdLock();
    return;
  }
  if (isOutdated) location.reload();
  lock?.release();
  await lock?.ended;
  await navigator.locks.request(lockName, { ifAvailable: true }, (granted) => {
    if (granted && document.hidden) activate();
  });
}

function holdLock() {
  if (lock) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = navigator.locks.request(lockName, { mode: 'shared' }, () => promise);
  lock = { ended, release: resolve };
  const forget = () => {
    lock = undefined;
  };
  ended.then(forget, forget);
}

/** Whether a reload would lose something: what is only in this page, an open dialog, or text in a field of this screen. */
function hasUnsavedInput(): boolean {
  if (unstoredCount() > 0 || asksBeforeLeaving() || document.querySelector('dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement>('input, select, textarea');
  return [...fields].some((field) => typedFields.has(field) && field.value !== '');
}

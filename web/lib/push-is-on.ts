import { createStore } from './store.ts';

/** Where the feature of notifications stores the subscription. */
export const pushKey = 'potluck.push';

/** Whether this browser gets push messages: the code for them is loaded only then. */
export const pushIsOn = createStore(isStored());

// It was turned on or off in another tab.
addEventListener('storage', ({ key }) => {
  if (key === pushKey || key === null) pushIsOn.set(isStored());
});

function isStored(): boolean {
  try {
    return (localStorage.getItem(pushKey) ?? 'null') !== 'null';
  } catch {
    return false; // Storage is blocked: it was turned on in this page, or not at all.
  }
}

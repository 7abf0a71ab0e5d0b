import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { openAs, sessionOf, stubBrowser } from '../../../tests/support/signed-in-page.ts';

test('what a user has chosen is not the choice of the next one, who gets that of the device', async () => {
  stubBrowser();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { useKeepScreenOn, savedSession } = await openAs('mia', () => import('./keep-screen-on.ts'));
  let choose: (isOn: boolean) => void = () => undefined;
  const Screen = () => {
    const [isOn, set] = useKeepScreenOn();
    choose = set;
    return String(isOn);
  };
  const shown = () => renderToString(createElement(Screen));
  expect(shown()).toBe('true');
  choose(false);
  expect([shown(), localStorage.getItem('potluck.keep-screen-on')]).toEqual(['false', 'false']);
  savedSession.set(sessionOf('sam'));
  expect(shown()).toBe('true');
});

/**
 * The console of operators on a phone, on a tablet and beside an event, and what it says when something fails.
 * @module-tag extended
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFindings, contrastFindings, overflowingElements } from '../support/accessibility.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { consoleOn } from '../support/console.ts';
import { focusedName, isFocusVisible, tabTo } from '../support/focus.ts';
import { expectGoodLayoutAt, expectGoodLayoutNow } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { showTheme } from '../support/show-theme.ts';
import { withOperator } from '../support/with-operator.ts';

const why = 'Mia asked who emptied the list';
const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

describeWith('chromium', 'the layout of the console', (chromium) => {
  let browsers: Browsers;
  let alex: Person;
  let mia: Person;

  withOperator(chromium, (opened) => {
    ({ browsers, alex, mia } = opened);
  });

  /** Opens the events with the first one chosen. */
  const openEvent = async (page: Page) => {
    const { giveReason, rows } = consoleOn(page);
    await page.goto('/operator/events');
    await giveReason(why);
    await rows('Events').filter({ hasText: 'GroceryItemChecked' }).getByRole('button').click();
    await page.getByText('This event').waitFor();
  };

  test('has each kind of event in one line on a tablet', async () => {
    const { page } = await browsers.signIn(alex, { viewport: { width: 768, height: 1000 } });
    await openEvent(page);
    const kinds = consoleOn(page).rows('Events').locator('strong');
    await expect.poll(() => kinds.count()).toBeGreaterThan(2);
    const broken = await kinds.evaluateAll((elements) =>
      elements
        .filter((element) => new Set([...element.getClientRects()].map(({ top }) => top)).size > 1)
        .map(({ textContent }) => textContent),
    );
    expect(broken).toEqual([]);
  });

  test('filters by time with the keyboard', async () => {
    const { page } = await browsers.signIn(alex);
    const { giveReason, rows } = consoleOn(page);
    await page.goto('/operator/events');
    await giveReason(why);
    await rows('Events').first().waitFor();
    const time = page.getByRole('button', { name: /^Time:/ });
    const empty = page.getByText('No event matches');
    /** Types noon of 1 January into the parts of the field that has the focus, in whichever order and clock the browser has. */
    const type = (year: number) => page.keyboard.type(`0101${year}1200PM`);
    await time.focus();
    await page.keyboard.press('Enter');
    await tabTo(page, 'From');
    await type(2099);
    await page.keyboard.press('Enter');
    await empty.waitFor();
    expect(await focusedName(page)).toBe('Time: 1 Jan 2099, 12:00 – now');

    await page.keyboard.press('Enter');
    await tabTo(page, 'From');
    await type(2020);
    await tabTo(page, 'Until');
    await type(2019);
    await tabTo(page, 'Apply');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a time after From').waitFor();
    expect(await focusedName(page)).toBe('Until');
    await type(2099);
    await page.keyboard.press('Enter');
    await rows('Events').first().waitFor();
    expect(new URL(page.url()).searchParams.get('until')).toBe(new Date(2099, 0, 1, 12).toISOString());

    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focusedName(page)).toBe('Time: 1 Jan 2020, 12:00 – 1 Jan 2099, 12:00');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Any time');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Time: Any time' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('keeps the time until the whole of another one is entered', async () => {
    const { page } = await browsers.signIn(alex);
    await page.goto('/operator/events');
    await consoleOn(page).giveReason(why);
    await page.getByRole('button', { name: 'Time: Any time' }).click();
    await page.getByLabel('From').focus();
    await page.keyboard.type('22');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a date and a time').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test.each(['light', 'dark'] as const)('has a good layout of the filter by time in %s mode', async (colorScheme) => {
    const { page } = await browsers.signIn(alex, { colorScheme });
    await page.goto('/operator/events?since=2024-09-22T14:35:21.212Z&until=2024-12-23T14:35:21.212Z');
    await consoleOn(page).giveReason(why);
    await page.getByText('No event matches').waitFor();
    await page.getByRole('button', { name: /^Time:/ }).click();
    for (const width of [360, 768, 1440]) {
      await expectGoodLayoutAt(page, width);
      await showTheme(page, colorScheme);
      expect(await accessibilityFindings(page), `${colorScheme} at ${width}`).toEqual([]);
    }
  });

  test('has the panel of the time in the window, wherever its button is', async () => {
    const { page } = await browsers.signIn(alex, { viewport: { width: 900, height: 900 } });
    await page.goto('/operator/events');
    await consoleOn(page).giveReason(why);
    await page.getByRole('button', { name: 'Time: Any time' }).click();
    await atRest(page);
    expect(await overflowingElements(page)).toEqual([]);
  });

  test('has targets of 44 px on a phone', async () => {
    const { page } = await browsers.signIn(alex, phone);
    for (const path of ['', '/streams', '/projections', '/verify', '/staff']) {
      await page.goto(`/operator${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await atRest(page);
      expect(await smallTargets(page), path).toEqual([]);
    }
    await openEvent(page);
    await atRest(page);
    expect(await smallTargets(page), '/events').toEqual([]);
    await page.getByRole('button', { name: 'Time: Any time' }).tap();
    await page.getByRole('button', { name: 'Today' }).tap();
    await page.getByRole('button', { name: /^Time: .* – now$/ }).tap();
    await page.getByLabel('From').waitFor();
    await atRest(page);
    expect(await smallTargets(page), '/events?since=').toEqual([]);
    await page.getByRole('heading', { name: 'Events' }).tap();
    expect(await page.getByLabel('From').count()).toBe(0);
    await page.getByRole('link', { name: 'Open the stream' }).click();
    await page.getByText('revision 2 of 2').waitFor();
    await atRest(page);
    expect(await smallTargets(page), '/streams/:stream').toEqual([]);
  });

  test('has readable buttons in its dialogs while they are hovered', async () => {
    const { page } = await browsers.signIn(alex);
    await page.goto('/operator/projections');
    await page.getByRole('button', { name: 'Rebuild recipes' }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Rebuild' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme);
      await button.hover();
      expect(await contrastFindings(page, dialog), colorScheme).toEqual([]);
      // axe does not report text in the colour of its background.
      const { color, background } = await button.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return { color, background: backgroundColor };
      });
      expect(color, colorScheme).not.toBe(background);
    }
  });

  test('moves the focus of a keyboard into the event that it chooses, and back to its row', async () => {
    const { page } = await browsers.signIn(alex);
    await openEvent(page);
    await page.getByRole('button', { name: 'Close the event' }).click();
    const row = consoleOn(page).rows('Events').filter({ hasText: 'GroceryItemChecked' }).getByRole('button');
    await row.focus();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary', { name: /^Event \d/ });
    await expect.poll(() => detail.evaluate((element) => element === document.activeElement)).toBe(true);
    const close = page.getByRole('button', { name: 'Close the event' });
    await close.waitFor();
    await page.keyboard.press('Tab');
    expect(await close.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('shows which link has the focus, also on other pages later', async () => {
    const { page } = await browsers.signIn(alex);
    // It has parts of antd, which has a style of its own for all links.
    await page.goto('/operator/staff');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await atRest(page);
    await tabTo(page, 'Events');
    expect(await isFocusVisible(page)).toBe(true);
    await page.getByRole('link', { name: 'Potluck Logo' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await atRest(page);
    await tabTo(page, 'Meal Plan');
    expect(await isFocusVisible(page)).toBe(true);
  });

  test('has a heading when it cannot be opened', async () => {
    browsers.allowProblems(/status of 500/);
    const { page } = await browsers.signIn(alex);
    await page.route('**/api/staff', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/operator');
    await page.getByRole('heading', { name: 'Operator console', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectGoodLayoutNow(page);
  });

  test('says what has failed, and not that it loads', async () => {
    browsers.allowProblems(/status of 500/);
    const { page } = await browsers.signIn(alex);
    await page.route('**/api/audit/events?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/operator/events');
    await consoleOn(page).giveReason(why);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByText('Loading...').count()).toBe(0);
    await consoleOn(page).link('Overview').click();
    await page.getByText('Failed to read what operators did').waitFor();
    expect(await page.getByText('Nothing yet.').count()).toBe(0);
  });

  test('counts the events of a stream only once they are there', async () => {
    const { page } = await browsers.signIn(alex);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/audit/events?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/operator/streams/profile-${mia.session.uid}`);
    await consoleOn(page).giveReason(why);
    await page.getByText('Loading...').waitFor();
    expect(await page.getByText('0 events').count()).toBe(0);
    answer();
    await page.getByText('1 event', { exact: true }).waitFor();
  });
});

/** The links, buttons and fields in the page that are lower than 44 px, with what surrounds them as a target. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const heightOf = (element: Element): number => {
      const place = element.closest('.op-filter, .ant-segmented-item') ?? element;
      const around = ['::before', '::after'].map((pseudo) => {
        const { content, height, position } = getComputedStyle(place, pseudo);
        return content !== 'none' && position === 'absolute' ? Number.parseFloat(height) : 0;
      });
      return Math.max(place.getBoundingClientRect().height, ...around);
    };
    return [...document.querySelectorAll('a, button, input, select, [role=slider]')]
      .filter((element) => element.checkVisibility({ opacityProperty: true }) && element.clientWidth !== 1)
      .filter((element) => heightOf(element) < 43.5)
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`);
  });

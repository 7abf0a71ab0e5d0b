/** One meal plan in two browsers of one account, while requests fail or the connection is down. */
import { expect, test } from 'vitest';
import { watchAlerts } from '../support/alerts.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { expectGoodLayoutNow } from '../support/layout.ts';
import type { planOn } from '../support/meal-plan.ts';
import { discardNotSaved, showNotSaved } from '../support/not-saved.ts';
import { describeWith } from '../support/requirements.ts';
import { withEmptyWeek } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'the meal plan without a connection', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let phonePlan: ReturnType<typeof planOn>;
  let laptopPlan: ReturnType<typeof planOn>;

  withEmptyWeek(chromium, (opened) => {
    ({ browsers, phone, laptop, phonePlan, laptopPlan } = opened);
  });

  test('reports a plan that cannot be fetched, with a retry', async () => {
    browsers.allowProblems(/ERR_FAILED.*api[/]meal-plan/);
    // Only the request fails: after a reconnect, the page would fetch the plan again without a retry.
    await phone.context.route('**/api/meal-plan/**', (route) => route.abort());
    await phone.page.getByRole('button', { name: 'Next week' }).click();
    const alert = phone.page.getByRole('alert');
    await alert.getByText('Failed to fetch meal plan').waitFor();
    await phone.context.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await phone.page.getByText('Add Breakfast').first().waitFor();
    await alert.waitFor({ state: 'detached' });
  });

  test('reverts a change that the server rejects, and shows an error', async () => {
    browsers.allowProblems(/500.*api[/]meal-plan/);
    await phonePlan.add('Monday', 'Dinner', 'greek');
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    await phone.context.route('**/api/meal-plan/**', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.fallback(),
    );
    await phonePlan.choose('Monday', 'Greek Salad', 'Remove');
    await phone.page.getByRole('alert').getByText('Failed to update meal plan').waitFor();
    await phonePlan.filled('Monday', 'Greek Salad').waitFor();
    // Asserted once: the offer to undo would disappear by itself after a while.
    expect(await phonePlan.undo.count()).toBe(0);
    await discardNotSaved(phone.page);
  });

  test('keeps a change that a gateway rejects until it reaches the server', async () => {
    browsers.allowProblems(/502.*api[/]meal-plan/);
    await phonePlan.add('Monday', 'Dinner', 'greek');
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    await phone.context.route('**/api/meal-plan/**', (route) => route.fulfill({ status: 502 }));
    const alerts = await watchAlerts(phone.page);
    await phonePlan.choose('Monday', 'Greek Salad', 'Remove');
    await phone.page.getByText('1 change waiting').waitFor();
    await phonePlan.empty('Monday', 'Dinner').waitFor();
    await phone.context.unrouteAll();
    await laptopPlan.empty('Monday', 'Dinner').waitFor();
    await phone.page.getByText('1 change waiting').waitFor({ state: 'detached' });
    expect(await alerts()).toEqual([]);
  });

  test('shows what was copied to a week that was never seen, and copies it once', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = phone;
    await phonePlan.add('Monday', 'Dinner', 'greek');
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    const open = async () => {
      await page.getByRole('button', { name: 'Plan options' }).click();
      await page.getByRole('menuitem', { name: 'Copy week' }).click();
      await phonePlan.dialog.getByRole('radio', { name: /^Next week/ }).waitFor();
    };
    // Without a service worker, the dialog's code is loaded only with a connection.
    await open();
    await phonePlan.dialog.getByRole('button', { name: 'Cancel' }).click();
    await atRest(page);
    await context.setOffline(true);
    await line.cut();
    const copy = async () => {
      await open();
      await phonePlan.dialog.getByRole('radio', { name: /^3 weeks ahead/ }).check();
      await phonePlan.dialog.getByText('is not known without a connection').waitFor();
    };
    await copy();
    await phonePlan.dialog.getByRole('button', { name: 'Copy 1 meal' }).click();
    await phonePlan.week.getByText('3 weeks ahead').waitFor();
    await phonePlan.filled('Monday', 'Greek Salad').waitFor();
    await expectGoodLayoutNow(page);
    await page.goBack();
    await copy();
    await phonePlan.dialog.getByText('1 meal is there already.').waitFor();
    expect(await phonePlan.dialog.getByRole('button', { name: 'Copy', exact: true }).isDisabled()).toBe(true);
    await phonePlan.dialog.getByRole('button', { name: 'Cancel' }).click();
    await line.restore();
    await context.setOffline(false);
    await page.getByText(/waiting/).waitFor({ state: 'detached' });
  });

  test('merges meals that were planned and moved offline with those of the other browser', async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/409.*api/);
    await phonePlan.add('Monday', 'Dinner', 'greek');
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    await laptopPlan.add('Monday', 'Breakfast', 'baked');
    await phonePlan.filled('Monday', 'Baked Feta Pasta').waitFor();
    await phonePlan.empty('Tuesday', 'Lunch').click();
    await phonePlan.search.fill('shoyu');
    // Not one of those that are listed before the query is sent.
    await expect.poll(() => phonePlan.found.allInnerTexts()).toEqual([expect.stringContaining('Shoyu Ramen')]);
    await atRest(phone.page);
    await phone.context.setOffline(true);
    await phone.line.cut();
    await phonePlan.found.click();
    await phone.page.getByText('1 change waiting').waitFor();
    await phonePlan.drag(phonePlan.filled('Monday', 'Baked Feta'), phonePlan.slot('Monday', 'Lunch'));
    await phone.page.getByText('Mon breakfast → Mon lunch').waitFor();
    await phone.page.mouse.up();
    await phone.page.getByText('2 changes waiting').waitFor();
    await laptopPlan.choose('Monday', 'Greek Salad', 'Remove');
    await laptopPlan.drag(laptopPlan.filled('Monday', 'Baked Feta'), laptopPlan.slot('Tuesday', 'Breakfast'));
    await laptop.page.getByText('Mon breakfast → Tue breakfast').waitFor();
    await laptop.page.mouse.up();
    await laptopPlan.add('Wednesday', 'Breakfast', 'blueberry');
    await laptopPlan.empty('Monday', 'Dinner').waitFor();

    await phone.line.restore();
    await phone.context.setOffline(false);
    for (const plan of [phonePlan, laptopPlan]) {
      await plan.filled('Tuesday', 'Shoyu Ramen').waitFor();
      await plan.filled('Wednesday', 'Blueberry Pancakes').waitFor();
      await plan.empty('Monday', 'Dinner').waitFor();
      await plan.slot('Tuesday', 'Breakfast').getByText('Baked Feta').waitFor();
    }
    // Both have moved the same meal: the second one decides.
    const sheet = await showNotSaved(phone.page);
    await sheet.getByText('It is planned for Tuesday breakfast. Which one?').waitFor();
    await sheet.getByRole('button', { name: 'Monday lunch' }).click();
    await laptopPlan.slot('Monday', 'Lunch').getByText('Baked Feta').waitFor();
  });
});

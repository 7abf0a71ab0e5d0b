/** The recipe form: its fields, lists and errors. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, logIn, type Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { topOf } from '../support/place.ts';
import { formOn, recipesOn, stubPlayers } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the recipe form', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  /** Opens the empty form in a new browser of Mia's, at rest. */
  const openForm = async () => {
    const { page, line } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    await formOn(page).create.waitFor();
    await atRest(page);
    return { page, line, ...formOn(page) };
  };

  test('has the URL field of its type, which another type clears', async () => {
    const { page, type, imageUrl, videoUrl } = await openForm();
    await page.getByRole('heading', { name: 'Create Recipe' }).waitFor();
    await expect.poll(() => type.locator('option').allInnerTexts()).toEqual(['Image Recipe', 'Video Recipe']);
    await expect
      .poll(() => page.getByLabel('Difficulty').locator('option').allInnerTexts())
      .toEqual(['Easy', 'Medium', 'Hard']);
    await imageUrl.fill('https://example.org/pie.jpg');
    await type.selectOption('Video Recipe');
    await expect.poll(() => imageUrl.count()).toBe(0);
    await videoUrl.fill('https://www.youtube.com/');
    await type.selectOption('Image Recipe');
    await expect.poll(() => imageUrl.inputValue()).toBe('');
    await type.selectOption('Video Recipe');
    await expect.poll(() => videoUrl.inputValue()).toBe('');
    await type.selectOption('Image Recipe');
  });

  test('previews the picture or video as on a card, or shows that it is unavailable', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const { page, context, close } = await browsers.openVisitor();
    const { type, imageUrl, videoUrl } = formOn(page);
    const preview = page.getByRole('figure', { name: 'Preview' });
    await stubPlayers(context, JSON.stringify({ event: 'initialDelivery' }));
    await page.goto('/create-recipe');
    await imageUrl.fill(`${new URL(page.url()).origin}/art/greek-card-480.webp`);
    await expect.poll(() => preview.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    await imageUrl.fill(`${new URL(page.url()).origin}/art/lost.webp`);
    await preview.getByText('Media unavailable').waitFor();
    await imageUrl.fill('/art/greek-card-480.webp');
    await expect.poll(() => preview.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    await imageUrl.fill('https:');
    await preview.waitFor({ state: 'detached' });

    await type.selectOption('Video Recipe');
    await videoUrl.fill('https://www.youtube.com/watch?v=talk-only-1&list=any');
    const frame = preview.locator('iframe');
    await frame.waitFor({ state: 'attached' });
    await expect
      .poll(() => frame.getAttribute('src'))
      .toMatch(/^https:[/]{2}www[.]youtube-nocookie[.]com[/]embed[/]talk-only-1\?/);
    await expect.poll(() => frame.getAttribute('inert'), { message: 'without interaction' }).not.toBeNull();
    await type.selectOption('Image Recipe');
    await preview.waitFor({ state: 'detached' });
    await close();
  });

  test('reserves the space of the preview, so that nothing below moves when it loads or fails', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const { page, close } = await browsers.register('Ada', { viewport: { width: 360, height: 900 } });
    for (const path of ['/create-recipe', '/community/new']) {
      await page.goto(path);
      const form = page.locator('form');
      await form.waitFor();
      await atRest(page);
      await form.getByLabel(/^(Recipe )?Type$/).selectOption(/recipe/.test(path) ? 'Image Recipe' : 'Image');
      await form.getByLabel('Image URL').fill(`${new URL(page.url()).origin}/art/lost.webp`);
      const below = form.getByLabel('Image URL').locator('xpath=following::textarea').first();
      const place = await topOf(below);
      await page.getByText('Media unavailable').waitFor();
      expect(await topOf(below), path).toBe(place);
      await form.getByLabel('Image URL').fill(`${new URL(page.url()).origin}/art/greek-card-480.webp`);
      const picture = page.getByRole('figure', { name: 'Preview' }).locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
      expect(await topOf(below), path).toBe(place);
    }
    await close();
  });

  test('adds, edits and removes ingredients and steps by button and Enter, and ignores blank ones', async () => {
    const { page, addIngredient, addStep, ingredients, steps, addAll } = await openForm();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await addIngredient('2', 'cups', '   ');
    await page.getByRole('button', { name: 'Add Step' }).click();
    await addStep('  ');
    await expect.poll(async () => [await ingredients.count(), await steps.count()]).toEqual([0, 0]);
    await expect.poll(() => addAll.isDisabled()).toBe(true);

    await addIngredient('1 1/2', 'cups', 'Flour');
    await page.getByLabel('Ingredient', { exact: true }).fill('Salt');
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOf(ingredients)).toEqual(['Flour 1 1/2 cups', 'Salt']);
    await expect.poll(() => focusedName(page)).toBe('Amount');
    await addStep('Mix.');
    await page.getByLabel('Instruction', { exact: true }).fill('Rest.');
    await page.keyboard.press('Enter');
    await addStep('Bake.');
    await page.getByRole('button', { name: 'Delete step 2' }).click();
    await expect.poll(() => textsOf(steps)).toEqual(['1 Mix.', '2 Bake.']);
    await page.getByRole('button', { name: 'Remove Salt' }).click();
    await expect.poll(() => ingredients.count()).toBe(1);
    await expect
      .poll(() => focusedName(page), { message: 'the focus moves to the fields after the last item' })
      .toBe('Amount');

    await steps.getByRole('button', { name: 'Bake.' }).click();
    await expect.poll(() => focusedName(page)).toBe('Step 2');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' in a hot pan.');
    await ingredients.getByRole('button', { name: /^Flour/ }).click();
    await ingredients.getByLabel('Amount').fill('2');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toMatch(/^Flour *2 cups$/);
    await steps.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => steps.nth(1).innerText()).toContain('Bake in a hot pan.');
    await steps.getByRole('button', { name: 'Mix.' }).click();
    await steps.getByRole('textbox').fill(' ');
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOf(steps)).toEqual(['1 Bake in a hot pan.']);

    await addAll.click();
    await page.getByText('Ingredients added to grocery list successfully!').waitFor();
    await page.goto('/grocery-list');
    await listOn(page).item('Flour').waitFor();
    await apiOf(browsers.server, mia).clearGroceries();
  });

  test('requires a title and valid numbers, and focuses the first invalid field', async () => {
    const { page, title, create } = await openForm();
    await page.getByLabel('Cooking Time (minutes)').fill('1.5');
    await page.getByLabel('Servings').fill('0');
    await create.click();
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([
        'Title is required',
        'Enter whole minutes, a week of them at most',
        'Enter a whole number from 1 to 1000',
      ]);
    await expect.poll(() => focusedName(page)).toBe('Title');
    await title.fill('Pie');
    await page.getByLabel('Cooking Time (minutes)').fill('15');
    await page.getByLabel('Servings').fill('');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('reports an invalid URL, keeps the draft after a failed request, and publishes it once', async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/422.*api[/]recipes/);
    browsers.allowProblems(/501.*api[/]recipes[/]import/);
    const { page, line, type, imageUrl, videoUrl, title, create, addStep } = await openForm();
    await title.fill('Pancakes');
    await imageUrl.fill('not an address');
    await create.click();
    await page.getByRole('alert').getByText('Image URL must be the address of a picture').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Image URL');
    await type.selectOption('Video Recipe');
    for (const wrong of ['', 'https://www.youtube.com/watch?v=short']) {
      await videoUrl.fill(wrong);
      await create.click();
      await page.getByRole('alert').getByText('Invalid YouTube URL').waitFor();
    }
    await videoUrl.fill('https://youtu.be/talk-only-1');
    await addStep('Fry.');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await atRest(page); // The video is imported, so that the lost connection affects only the recipe.

    await line.cut();
    await create.click();
    await page.getByRole('alert').getByText('Failed to create recipe').waitFor();
    await page.goto('about:blank').then(() => line.restore());
    await page.goto('/create-recipe');
    await expect.poll(() => title.inputValue()).toBe('Pancakes');
    await page.getByText('Fry.').waitFor();
    await atRest(page);
    line.hold();
    await create.click();
    await expect.poll(() => create.getAttribute('aria-busy')).toBe('true');
    await create.click({ force: true });
    line.release();
    await page.getByRole('heading', { name: 'Pancakes', level: 1 }).waitFor();
    await page.goto('/');
    await recipesOn(page).card('Pancakes').waitFor();
    await expect.poll(() => recipesOn(page).card('Pancakes').count()).toBe(1);
    await page.goto('/create-recipe');
    await expect.poll(() => title.inputValue()).toBe('');
  });

  test('reports a failed request on another screen, and keeps the draft', { tags: 'extended' }, async () => {
    browsers.allowProblems(/ERR_FAILED.*api[/]recipes/);
    const { page, title, create } = await openForm();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/recipes', (route) => held.promise.then(() => route.abort()));
    await title.fill('Soup to go');
    await create.click();
    await expect.poll(() => create.getAttribute('aria-busy')).toBe('true');
    await page.getByRole('navigation').getByRole('link', { name: 'Grocery List' }).click();
    await listOn(page).box.waitFor();
    held.resolve();
    await page.getByRole('alert').getByText('Failed to create recipe').waitFor();
    await page.goBack();
    await expect.poll(() => title.inputValue()).toBe('Soup to go');
  });

  test("keeps a visitor's draft through the login", async () => {
    const { page } = await browsers.visit('/create-recipe');
    const { title, addIngredient, addAll, create } = formOn(page);
    await title.fill('Soup');
    await addIngredient('1', 'l', 'Stock');
    await addAll.click();
    await page.getByText('Please log in to add items to your grocery list').waitFor();
    await create.click();
    const note = page.getByRole('status').filter({ hasText: 'Please log in to publish your recipe' });
    await note.getByRole('link', { name: 'Log In' }).click();
    await logIn(page, mia);
    await page.waitForURL('/create-recipe');
    await expect.poll(() => title.inputValue()).toBe('Soup');
    await create.click();
    await page.getByRole('heading', { name: 'Soup', level: 1 }).waitFor();
  });

  test('does not replace what another device has saved meanwhile before its author knows', async () => {
    browsers.allowProblems(/409.*api[/]recipes/);
    const api = apiOf(browsers.server, mia);
    const { id } = await api.publishRecipe({ type: 'image', title: 'Stollen' });
    const { page } = await browsers.signIn(mia);
    const { title } = formOn(page);
    await page.goto(`/recipe/${id}/edit`);
    await title.fill('Christmas stollen');
    await page.goto('/community');
    await api.reviseRecipe(id, { type: 'image', title: 'Stollen', description: 'With marzipan' });
    await page.goto(`/recipe/${id}/edit`);
    const save = page.getByRole('button', { name: 'Save Changes' });
    const alert = page.getByRole('alert').getByText('was revised meanwhile');
    await save.waitFor();
    await page.route(`**/api/recipes/${id}`, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    );
    browsers.allowProblems(/ERR_FAILED.*api[/]recipes/);
    await save.click();
    await alert.waitFor();
    await page.unroute(`**/api/recipes/${id}`);
    const latest = page.waitForResponse((response) => response.request().method() === 'GET' && response.ok());
    await save.click();
    await latest;
    await atRest(page);
    await page.goto(`/recipe/${id}`);
    await page.getByText('With marzipan').waitFor();
    await page.goto(`/recipe/${id}/edit`);
    await expect.poll(() => title.inputValue()).toBe('Christmas stollen');
    await save.click();
    await page.getByRole('heading', { name: 'Christmas stollen', level: 1 }).waitFor();
  });

  test('redirects other users from the form of an edit to the recipe', { tags: 'extended' }, async () => {
    const { id } = await apiOf(browsers.server, mia).publishRecipe({ type: 'image', title: 'Stollen' });
    const { page } = await browsers.register('Sam');
    await page.goto(`/recipe/${id}/edit`);
    await page.waitForURL(`/recipe/${id}`);
    await page.getByRole('heading', { name: 'Stollen' }).waitFor();
  });
});

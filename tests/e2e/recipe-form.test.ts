/** The form in which recipes are written: its fields, its adders, and what it says when something is not right. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { focused } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { type Household, logIn, noConnection, openHousehold, type Person } from '../support/household.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';

describeWith('chromium', 'the recipe form', (chromium) => {
  let household: Household;
  let mia: Person;

  beforeAll(async () => {
    household = await openHousehold(chromium);
    mia = await household.register('Mia');
  });

  afterEach(async () => {
    expect(await household.settle()).toEqual([]);
  });

  afterAll(() => household?.close());

  test('has the address of its type, and another type clears it', async () => {
    const { page } = mia;
    const { type, imageUrl, videoUrl } = formOn(page);
    await page.goto('/create-recipe');
    await page.getByRole('heading', { name: 'Create Recipe' }).waitFor();
    expect(await type.locator('option').allInnerTexts()).toEqual(['Image Recipe', 'Video Recipe']);
    expect(await page.getByLabel('Difficulty').locator('option').allInnerTexts()).toEqual(['Easy', 'Medium', 'Hard']);
    await imageUrl.fill('https://example.org/pie.jpg');
    await type.selectOption('Video Recipe');
    expect(await imageUrl.count()).toBe(0);
    await videoUrl.fill('https://youtu.be/dQw4w9WgXcQ');
    await type.selectOption('Image Recipe');
    expect(await imageUrl.inputValue()).toBe('');
    await type.selectOption('Video Recipe');
    expect(await videoUrl.inputValue()).toBe('');
    await type.selectOption('Image Recipe');
  });

  test('adds ingredients that have a name and steps that say something, by button and by Enter, and takes them back', async () => {
    const { page } = mia;
    const { addIngredient, addStep, ingredients, steps, addAll } = formOn(page);
    await page.goto('/create-recipe');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await addIngredient('2', 'cups', '   ');
    await page.getByRole('button', { name: 'Add Step' }).click();
    await addStep('  ');
    expect([await ingredients.count(), await steps.count()]).toEqual([0, 0]);
    expect(await addAll.isDisabled()).toBe(true);

    await addIngredient('1 1/2', 'cups', 'Flour');
    await page.getByLabel('Ingredient', { exact: true }).fill('Salt');
    await page.keyboard.press('Enter');
    expect((await ingredients.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Flour 1 1/2 cups',
      'Salt',
    ]);
    expect(await focused(page)).toBe('Amount');
    await addStep('Mix.');
    await page.getByLabel('Instruction', { exact: true }).fill('Rest.');
    await page.keyboard.press('Enter');
    await addStep('Bake.');
    await page.getByRole('button', { name: 'Delete step 2' }).click();
    expect((await steps.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '1 Mix.',
      '2 Bake.',
    ]);
    await page.getByRole('button', { name: 'Remove Salt' }).click();
    expect(await ingredients.count()).toBe(1);

    await addAll.click();
    await page.getByText('Ingredients added to grocery list successfully!').waitFor();
    await page.goto('/grocery-list');
    await listOn(page).item('Flour').waitFor();
    await (await apiOf(household.server, mia)).clearGroceries();
  });

  test('wants a title and numbers that are some, and leads to what is wrong', async () => {
    const { page } = mia;
    const { title, create } = formOn(page);
    await page.goto('/create-recipe');
    await page.getByLabel('Cooking Time (minutes)').fill('1.5');
    await page.getByLabel('Servings').fill('0');
    await create.click();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      'Title is required',
      'Enter whole minutes, a week of them at most',
      'Enter a whole number from 1 to 1000',
    ]);
    await expect.poll(() => focused(page)).toBe('Title');
    await title.fill('Pie');
    await page.getByLabel('Cooking Time (minutes)').fill('15');
    await page.getByLabel('Servings').fill('');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('says which address is not right, keeps what was written when it cannot be sent, and sends it once', async () => {
    household.expects(noConnection);
    household.expects(/422.*api[/]recipes/);
    const { page, line } = mia;
    const { type, imageUrl, videoUrl, title, create, addStep } = formOn(page);
    await page.goto('/create-recipe');
    await title.fill('Pancakes');
    await imageUrl.fill('not an address');
    await create.click();
    await page.getByRole('alert').getByText('Image URL must be the address of a picture').waitFor();
    await expect.poll(() => focused(page)).toBe('Image URL');
    await type.selectOption('Video Recipe');
    for (const wrong of ['', 'https://www.youtube.com/watch?v=short']) {
      await videoUrl.fill(wrong);
      await create.click();
      await page.getByRole('alert').getByText('Invalid YouTube URL').waitFor();
    }
    await videoUrl.fill('https://youtu.be/dQw4w9WgXcQ');
    await addStep('Fry.');
    expect(await page.getByRole('alert').count()).toBe(0);

    await line.cut();
    await create.click();
    await page.getByRole('alert').getByText('Failed to create recipe').waitFor();
    await page.goto('about:blank').then(() => line.mend());
    await page.goto('/create-recipe');
    expect(await title.inputValue()).toBe('Pancakes');
    await page.getByText('Fry.').waitFor();
    await atRest(page);
    line.hold();
    await create.click();
    await expect.poll(() => create.getAttribute('aria-busy')).toBe('true');
    await create.click({ force: true });
    line.release();
    await page.waitForURL('/');
    await recipesOn(page).card('Pancakes').waitFor();
    await page.reload();
    await recipesOn(page).card('Pancakes').waitFor();
    expect(await recipesOn(page).card('Pancakes').count()).toBe(1);
    await page.goto('/create-recipe');
    expect(await title.inputValue()).toBe('');
  });

  test('lets a visitor begin, and go on when he has logged in', async () => {
    const { page, leave } = await household.visitor();
    const { title, addIngredient, addAll, create } = formOn(page);
    await page.goto('/create-recipe');
    await title.fill('Soup');
    await addIngredient('1', 'l', 'Stock');
    await addAll.click();
    await page.getByText('Please log in to add items to your grocery list').waitFor();
    await create.click();
    const note = page.getByRole('status').filter({ hasText: 'Please log in to publish your recipe' });
    await note.getByRole('link', { name: 'Log In' }).click();
    await logIn(page, mia);
    await page.waitForURL('/create-recipe');
    expect(await title.inputValue()).toBe('Soup');
    await create.click();
    await page.waitForURL('/');
    await recipesOn(page).card('Soup').waitFor();
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await leave();
  });

  test("is nobody else's: the address of an edit leads to the recipe", async () => {
    const { id } = await (await apiOf(household.server, mia)).publishRecipe({ type: 'image', title: 'Stollen' });
    const { page, leave } = await household.register('Sam');
    await page.goto(`/recipe/${id}/edit`);
    await page.waitForURL(`/recipe/${id}`);
    await page.getByRole('heading', { name: 'Stollen' }).waitFor();
    await leave();
  });
});

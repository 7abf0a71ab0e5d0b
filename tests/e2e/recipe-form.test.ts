/** The form in which recipes are written: its fields, its adders, and what it says when something is not right. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { focused } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { type Household, logIn, noConnection, openHousehold, type Person } from '../support/household.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { startYoutubeServer, type YoutubeServer, youtubeEnvironment } from '../support/youtube-server.ts';

const channelTitle = "Nonna's Kitchen";
const videos = {
  'flat-bread1': {
    title: 'Flat bread',
    channelTitle,
    captions: { bread: 'Ingredients\n2 cups flour\n½ tsp salt\nInstructions\n1. Mix.\n2. Bake.' },
  },
  'leek-soup-1': {
    title: 'Leek soup',
    channelTitle,
    captions: { soup: 'Ingredients\n3 leeks\nInstructions\n1. Simmer.' },
  },
  'talk-only-1': { title: 'A talk', channelTitle, captions: { talk: 'hello everyone' } },
  'no-captions': { title: 'A walk', channelTitle },
};

describeWith('chromium', 'the recipe form', (chromium) => {
  let youtube: YoutubeServer;
  let household: Household;
  let mia: Person;

  beforeAll(async () => {
    youtube = await startYoutubeServer(videos);
    household = await openHousehold(chromium, youtubeEnvironment(youtube));
    mia = await household.register('Mia');
  });

  afterEach(async () => {
    youtube.works();
    expect(await household.settle()).toEqual([]);
  });

  afterAll(async () => {
    await household?.close();
    await youtube?.close();
  });

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
    await videoUrl.fill('https://www.youtube.com/');
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
    expect(await focused(page), 'the last one leaves the focus to the boxes').toBe('Amount');

    await steps.getByRole('button', { name: 'Bake.' }).click();
    expect(await focused(page)).toBe('Step 2');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' in a hot pan.');
    await ingredients.getByRole('button', { name: /^Flour/ }).click();
    await ingredients.getByLabel('Amount').fill('2');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toMatch(/^Flour *2 cups$/);
    await steps.getByRole('button', { name: 'Done' }).click();
    expect(await steps.nth(1).innerText()).toContain('Bake in a hot pan.');
    await steps.getByRole('button', { name: 'Mix.' }).click();
    await steps.getByRole('textbox').fill(' ');
    await page.keyboard.press('Enter');
    expect((await steps.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '1 Bake in a hot pan.',
    ]);

    await addAll.click();
    await page.getByText('Ingredients added to grocery list successfully!').waitFor();
    await page.goto('/grocery-list');
    await listOn(page).item('Flour').waitFor();
    await apiOf(household.server, mia).clearGroceries();
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
    await videoUrl.fill('https://youtu.be/talk-only-1');
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

  test('whoever goes elsewhere while it is sent hears there that it failed, and finds it unchanged', async () => {
    household.expects(/ERR_FAILED.*api[/]recipes/);
    const { page, context } = mia;
    const { title, create } = formOn(page);
    const line = Promise.withResolvers<void>();
    await context.route('**/api/recipes', (route) => line.promise.then(() => route.abort()));
    await page.goto('/create-recipe');
    await title.fill('Soup to go');
    await create.click();
    await expect.poll(() => create.getAttribute('aria-busy')).toBe('true');
    await page.getByRole('navigation').getByRole('link', { name: 'Grocery List' }).click();
    await listOn(page).box.waitFor();
    line.resolve();
    await page.getByRole('alert').getByText('Failed to create recipe').waitFor();
    await context.unroute('**/api/recipes');
    await page.goBack();
    expect(await title.inputValue()).toBe('Soup to go');
    await title.fill('');
  });

  test('fills in what a video tells, of the last address that was entered, and credits its channel', async () => {
    const { page, line } = mia;
    const { type, videoUrl, title, author, ingredients, steps, create } = formOn(page);
    await page.goto('/create-recipe');
    await type.selectOption('Video Recipe');
    line.hold();
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/recipes/import'));
    await videoUrl.fill('https://www.youtube.com/watch?v=leek-soup-1&t=42s');
    await page.getByRole('status').getByText('Reading the video…').waitFor();
    expect(await videoUrl.getAttribute('aria-busy')).toBe('true');
    await videoUrl.fill('https://youtu.be/flat-bread1');
    await givenUp;
    line.release();
    const note = page.getByRole('status').filter({ hasText: 'Filled in from the video' });
    await note.getByText('title, author, picture, 2 ingredients and 2 steps.').waitFor();
    expect(await videoUrl.getAttribute('aria-busy')).toBe(null);
    expect([await title.inputValue(), await author.inputValue()]).toEqual(['Flat bread', channelTitle]);
    expect((await ingredients.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'flour 2 cups',
      'salt 1/2 tsp',
    ]);
    expect(await steps.count()).toBe(2);
    await create.click();
    await page.waitForURL('/');
    const card = recipesOn(page).card('Flat bread');
    await card.getByText(`By ${channelTitle}`).waitFor();
    await card.getByRole('link', { name: 'Flat bread', exact: true }).click();
    await page.getByText(`By ${channelTitle}`).waitFor();
    await recipesOn(page).choose('Edit');
    await page.waitForURL(/[/]edit$/);
    expect(await author.inputValue()).toBe(channelTitle);
    await title.fill('Thin bread');
    await page.reload();
    expect(await title.inputValue(), 'kept while it is not saved').toBe('Thin bread');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await recipesOn(page).choose('Edit');
    expect(await title.inputValue()).toBe('Flat bread');
  });

  test('keeps what was written, takes all of the video on request, and takes it back', async () => {
    const { page } = mia;
    const { type, videoUrl, title, author, steps, addStep } = formOn(page);
    await page.goto('/create-recipe');
    await type.selectOption('Video Recipe');
    await title.fill('My bread');
    await addStep('Fry.');
    await videoUrl.fill('flat-bread1');
    await videoUrl.press('Enter');
    const note = page.getByRole('status').filter({ hasText: 'Filled in from the video' });
    await note.getByText('author, picture and 2 ingredients. What you wrote yourself was kept.').waitFor();
    expect([await title.inputValue(), await steps.count()]).toEqual(['My bread', 1]);
    await note.getByRole('button', { name: 'Use the video’s' }).press('Enter');
    await expect.poll(() => title.inputValue()).toBe('Flat bread');
    expect([await focused(page), await steps.count()]).toEqual(['Undo', 2]);
    await page.keyboard.press('Enter');
    await expect.poll(() => title.inputValue()).toBe('My bread');
    expect([await author.inputValue(), await steps.count()]).toEqual(['', 1]);
    expect(await focused(page)).toBe('Fill in again');
  });

  test('says why a video tells nothing, and leaves what was written', async () => {
    household.expects(/(404|501|503).*api[/]recipes[/]import/);
    household.expects(noConnection);
    const { page, line, context } = mia;
    const { videoUrl, title } = formOn(page);
    await page.goto('/create-recipe');
    const told = (role: 'alert' | 'status', text: string) => page.getByRole(role).getByText(text, { exact: true });
    await videoUrl.fill('https://youtu.be/short');
    await title.focus();
    await told('alert', 'Invalid YouTube URL').waitFor();
    await videoUrl.fill('https://youtu.be/nobody-has1');
    await told('alert', 'Video not found').waitFor();
    await videoUrl.fill('https://youtu.be/no-captions');
    await told('alert', 'No captions found for this video').waitFor();
    youtube.fails('/videos', { status: 403, reason: 'quotaExceeded' });
    await videoUrl.fill('https://youtu.be/unseen-vid1');
    await told('alert', 'No more videos can be imported for now; please try again tomorrow').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await line.cut();
    await videoUrl.fill('https://youtu.be/leek-soup-1');
    await told('alert', 'The video could not be looked up. Check your connection and try again.').waitFor();
    await line.mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').getByText('Filled in from the video').waitFor();
    expect([await title.inputValue(), await focused(page)]).toEqual(['My bread', 'Video URL']);

    const message = 'Importing videos is not set up on this server';
    const json = { statusCode: 501, code: 'VIDEO_IMPORT_NOT_CONFIGURED', error: 'Not Implemented', message };
    await context.route('**/api/recipes/import', (route) => route.fulfill({ status: 501, json }));
    await videoUrl.fill('https://youtu.be/flat-bread1');
    await told('status', message).waitFor();
    expect(await formOn(page).author.inputValue(), 'of the video before').toBe('');
    await context.unroute('**/api/recipes/import');
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

  test('asks a visitor with a video to log in, and fills it in when he has', async () => {
    const { page, leave } = await household.visitor();
    const { type, videoUrl, title } = formOn(page);
    await page.goto('/create-recipe');
    await type.selectOption('Video Recipe');
    await videoUrl.fill('https://www.youtube.com/shorts/flat-bread1');
    const note = page.getByRole('status').filter({ hasText: 'Please log in to import a recipe' });
    await note.getByRole('link', { name: 'Log In' }).click();
    await logIn(page, mia);
    await page.getByRole('status').getByText('Filled in from the video').waitFor();
    expect(await title.inputValue()).toBe('Flat bread');
    await leave();
  });

  test("is nobody else's: the address of an edit leads to the recipe", async () => {
    const { id } = await apiOf(household.server, mia).publishRecipe({ type: 'image', title: 'Stollen' });
    const { page, leave } = await household.register('Sam');
    await page.goto(`/recipe/${id}/edit`);
    await page.waitForURL(`/recipe/${id}`);
    await page.getByRole('heading', { name: 'Stollen' }).waitFor();
    await leave();
  });
});

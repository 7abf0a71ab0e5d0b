/** The import of a video into the recipe form: filled-in fields, kept fields and errors. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, logIn, type Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { topOf } from '../support/place.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withOwnServer } from '../support/with-browsers.ts';
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

describeWith('chromium', 'the import of a video', (chromium) => {
  let youtube: YoutubeServer;
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(
    chromium,
    async (opened) => {
      browsers = opened;
      mia = await browsers.register('Mia');
    },
    async () => {
      youtube = await startYoutubeServer(videos);
      return youtubeEnvironment(youtube);
    },
  );

  afterEach(() => youtube.reset());

  afterAll(() => youtube?.close());

  /** Opens the empty form for a video in a new browser of Mia's, at rest. */
  const openForm = async () => {
    const { page, line, context } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    const form = formOn(page);
    await form.type.selectOption('Video Recipe');
    await atRest(page);
    return { page, line, context, ...form };
  };

  test('fills in the form from the last URL entered, and credits the channel', async () => {
    const { page, line, videoUrl, title, author, ingredients, steps, create } = await openForm();
    await page.setViewportSize({ width: 360, height: 780 });
    line.hold();
    const requested = page.waitForRequest('**/recipes/import');
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/recipes/import'));
    await videoUrl.fill('https://www.youtube.com/watch?v=leek-soup-1&t=42s');
    const place = await topOf(title);
    await page.getByRole('status').getByText('Reading the video…').waitFor();
    await requested;
    expect(await topOf(title), 'nothing moves after the input').toBe(place);
    await expect.poll(() => videoUrl.getAttribute('aria-busy')).toBe('true');
    await videoUrl.fill('https://youtu.be/flat-bread1');
    await aborted;
    line.release();
    const note = page.getByRole('status').filter({ hasText: 'Filled in from the video' });
    await note.getByText('title, author, picture, 2 ingredients and 2 steps.').waitFor();
    expect(await topOf(title), 'nothing moves after the response').toBe(place);
    await expect.poll(() => videoUrl.getAttribute('aria-busy')).toBe(null);
    await expect
      .poll(async () => [await title.inputValue(), await author.inputValue()])
      .toEqual(['Flat bread', channelTitle]);
    await expect.poll(() => textsOf(ingredients)).toEqual(['flour 2 cups', 'salt 1/2 tsp']);
    await expect.poll(() => steps.count()).toBe(2);
    await create.click();
    await page.waitForURL(/[/]recipe[/]/);
    await page.getByText(`By ${channelTitle}`).waitFor();
    await recipesOn(page).choose('Edit');
    await page.waitForURL(/[/]edit$/);
    await expect.poll(() => author.inputValue()).toBe(channelTitle);
    await title.fill('Thin bread');
    await page.reload();
    await expect.poll(() => title.inputValue(), { message: 'an unsaved change is kept' }).toBe('Thin bread');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await recipesOn(page).choose('Edit');
    await expect.poll(() => title.inputValue()).toBe('Flat bread');
  });

  test("keeps the user's input, replaces it on request, and undoes that", { tags: 'extended' }, async () => {
    const { page, videoUrl, title, author, steps, addStep } = await openForm();
    await title.fill('My bread');
    await addStep('Fry.');
    await videoUrl.fill('flat-bread1');
    await videoUrl.press('Enter');
    const note = page.getByRole('status').filter({ hasText: 'Filled in from the video' });
    await note.getByText('author, picture and 2 ingredients. What you wrote yourself was kept.').waitFor();
    // Enter does not publish the recipe after the import.
    await videoUrl.press('Enter');
    await expect.poll(async () => [await title.inputValue(), await steps.count()]).toEqual(['My bread', 1]);
    await note.getByRole('button', { name: 'Use the video’s' }).press('Enter');
    await expect.poll(() => title.inputValue()).toBe('Flat bread');
    await expect.poll(async () => [await focusedName(page), await steps.count()]).toEqual(['Undo', 2]);
    await page.keyboard.press('Enter');
    await expect.poll(() => title.inputValue()).toBe('My bread');
    await expect.poll(async () => [await author.inputValue(), await steps.count()]).toEqual(['', 1]);
    await expect.poll(() => focusedName(page)).toBe('Fill in again');
  });

  test("reports why a video cannot be imported, and keeps the user's input", async () => {
    browsers.allowProblems(/(404|501|503).*api[/]recipes[/]import/);
    browsers.allowProblems(connectionErrors);
    const { page, line, context, videoUrl, title, author } = await openForm();
    const messageIn = (role: 'alert' | 'status', text: string) => page.getByRole(role).getByText(text, { exact: true });
    await title.fill('My bread');
    await videoUrl.fill('https://youtu.be/short');
    await title.focus();
    await messageIn('alert', 'Invalid YouTube URL').waitFor();
    await videoUrl.fill('https://youtu.be/nobody-has1');
    await messageIn('alert', 'Video not found').waitFor();
    await videoUrl.fill('https://youtu.be/no-captions');
    await messageIn('alert', 'No captions found for this video').waitFor();
    youtube.fail('/videos', { status: 403, reason: 'quotaExceeded' });
    await videoUrl.fill('https://youtu.be/unseen-vid1');
    await messageIn('alert', 'No more videos can be imported for now; please try again tomorrow').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    youtube.reset();
    await atRest(page);
    await line.cut();
    await videoUrl.fill('https://youtu.be/leek-soup-1');
    await messageIn('alert', 'The video could not be looked up. Check your connection and try again.').waitFor();
    await line.restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').getByText('Filled in from the video').waitFor();
    await expect
      .poll(async () => [await title.inputValue(), await focusedName(page)])
      .toEqual(['My bread', 'Video URL']);

    const message = 'Importing videos is not set up on this server';
    const json = { statusCode: 501, code: 'VIDEO_IMPORT_NOT_CONFIGURED', error: 'Not Implemented', message };
    await context.route('**/api/recipes/import', (route) => route.fulfill({ status: 501, json }));
    await videoUrl.fill('https://youtu.be/flat-bread1');
    await messageIn('status', message).waitFor();
    await expect.poll(() => author.inputValue(), { message: "the previous video's author is removed" }).toBe('');
  });

  test('asks a visitor to log in, and then imports the video', { tags: 'extended' }, async () => {
    const { page } = await browsers.visit('/create-recipe');
    const { type, videoUrl, title } = formOn(page);
    await type.selectOption('Video Recipe');
    await videoUrl.fill('https://www.youtube.com/shorts/flat-bread1');
    const note = page.getByRole('status').filter({ hasText: 'Please log in to import a recipe' });
    await note.getByRole('link', { name: 'Log In' }).click();
    await logIn(page, mia);
    await page.getByRole('status').getByText('Filled in from the video').waitFor();
    await expect.poll(() => title.inputValue()).toBe('Flat bread');
  });
});

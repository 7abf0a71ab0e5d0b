/** `npm run screenshots`: takes the README's screenshots of the running program, with realistic users and posts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { RecipePage } from '../server/core/contracts/recipes.ts';
import { apiOf } from '../tests/support/api-of.ts';
import { atRest } from '../tests/support/at-rest.ts';
import { type Browsers, openBrowsers, type Person } from '../tests/support/browsers.ts';
import { launchBrowser } from '../tests/support/chromium.ts';
import { feedOn } from '../tests/support/feed.ts';
import { listOn, saveItem } from '../tests/support/grocery-list.ts';
import { openHousehold } from '../tests/support/households.ts';
import { findProgram } from '../tests/support/programs.ts';
import { startServer } from '../tests/support/running-server.ts';
import { type Pixels, palettePng } from './palette-png.ts';

const folder = resolve(import.meta.dirname, '../docs/screenshots');
const desktop = { viewport: { width: 1440, height: 1000 } };
const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const salad = 'The salad my grandmother would recognise';

const take = async (page: Page, name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const screenshot = await page.screenshot({ animations: 'disabled' });
  const picture = palettePng(await pixelsOf(page, screenshot));
  writeFileSync(join(folder, `${name}.png`), picture);
  console.log(`docs/screenshots/${name}.png: ${Math.round(picture.length / 1000)} kB`);
};

/** Decodes a picture in the browser. */
async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  const { width, height, rgba } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!canvas) throw new Error('This browser has no 2D canvas');
    canvas.drawImage(bitmap, 0, 0);
    const { width, height, data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let at = 0; at < data.length; at += 8_192) text += String.fromCharCode(...data.subarray(at, at + 8_192));
    return { width, height, rgba: btoa(text) };
  }, png.toString('base64'));
  return { width, height, rgba: Buffer.from(rgba, 'base64') };
}

/** Resolves when all pictures in the viewport have loaded. */
const waitForPictures = (page: Page) =>
  page.waitForFunction(() => {
    const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    return shown.length > 0 && shown.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  });

async function fillFeed({ server }: Browsers, [mia, eleni, sam, jisoo]: readonly Person[]): Promise<void> {
  if (!mia || !eleni || !sam || !jisoo) throw new Error('The feed needs four people');
  const [me, cook, friend, neighbour] = [
    apiOf(server, mia),
    apiOf(server, eleni),
    apiOf(server, sam),
    apiOf(server, jisoo),
  ];
  const kimchi = await neighbour.publish({
    title: 'Kimchi, week three',
    content:
      'It has begun to sing when I open the jar. From here on it goes into everything: rice, eggs, pancakes, toast.',
  });
  await me.comment(kimchi.id, 'Toast?');
  await neighbour.comment(kimchi.id, 'Toast. With a fried egg on top.');
  for (const person of [me, cook, friend]) await person.like(kimchi.id);
  const lunch = await cook.publish({
    title: salad,
    content:
      'No lettuce, no vinegar, and the feta stays in one piece until it reaches the table. Tomatoes at room temperature make all the difference.',
    type: 'image',
    imageUrl: `${server.address}/art/greek-card-960.webp`,
  });
  await friend.comment(lunch.id, 'Leaving the feta whole was the tip I needed. Thank you!');
  await neighbour.comment(lunch.id, 'Do you salt the cucumber first?');
  for (const person of [me, friend, neighbour]) await person.like(lunch.id);
}

async function takeCommunity(browsers: Browsers, mia: Person, sam: Person): Promise<void> {
  const { page } = mia;
  const dark = await browsers.signIn(mia, { ...phone, colorScheme: 'dark' });
  for (const each of [page, dark.page]) {
    await each.goto('/community');
    await feedOn(each).post(salad).card.waitFor();
    await waitForPictures(each);
    await atRest(each);
  }
  const api = apiOf(browsers.server, sam);
  await api.publish({
    title: 'Sourdough, day one',
    content: 'Flour and water. It does nothing yet, and I look every hour.',
  });
  await api.publish({ title: 'Too many courgettes', content: 'What do you do with yours?' });
  for (const each of [page, dark.page]) await feedOn(each).pill.getByText('2 new posts').waitFor();
  await take(page, 'community-1440');
  await take(dark.page, 'community-dark-360');
}

/** A household's list, its history, and what waits on a phone without a connection while another member edits the same. */
async function takeHousehold(browsers: Browsers, mia: Person, sam: Person, jisoo: Person): Promise<void> {
  const { id: home } = await openHousehold(browsers, 'Home', mia, sam, jisoo);
  await openHousehold(browsers, 'Grandma’s', mia, sam);
  const { page, line } = await browsers.signIn(mia, phone);
  const [mias, sams] = [mia, sam].map((member) => apiOf(browsers.server, member));
  if (!mias || !sams) throw new Error('A household needs two people');
  await mias.addGroceriesTo(
    home,
    { name: 'Spring onions', amount: '3', recipeTitle: 'Shoyu Ramen' },
    { name: 'Milk', amount: '2', unit: 'l' },
    { name: 'Eggs', amount: '6', recipeTitle: 'Shoyu Ramen' },
    { name: 'Soy sauce', amount: '1', unit: 'bottle', recipeTitle: 'Shoyu Ramen' },
  );
  const { items } = await sams.addGroceriesTo(
    home,
    { name: 'Potatoes', amount: '3', unit: 'kg', note: 'The floury ones' },
    { name: 'Milk', amount: '500', unit: 'ml', recipeTitle: 'Blueberry Pancakes' },
    { name: 'Bread', assignedTo: sam.session.uid },
    { name: 'Coffee', amount: '250', unit: 'g' },
  );
  const [potatoes, , , coffee] = items;
  if (!potatoes || !coffee) throw new Error('The items were not added');
  await sams.checkGroceryOf(home, coffee.id);

  await page.goto('/grocery-list');
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  const list = listOn(page);
  await list.item('Potatoes').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await atRest(page);
  await take(page, 'household-list-360');
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('You added').first().waitFor();
  await atRest(page);
  await take(page, 'household-history-360');
  await page.goBack();

  // The code of the dialog is loaded while there is a connection.
  await list.edit('Potatoes');
  await atRest(page);
  await page.keyboard.press('Escape');
  await line.cut();
  const edit = async (name: string, amount: string) => {
    const dialog = await list.edit(name);
    await saveItem(dialog, { Amount: amount });
    await dialog.waitFor({ state: 'detached' });
  };
  await edit('Potatoes', '5');
  await sams.changeGroceryOf(home, potatoes.id, { amount: '9', unit: 'kg', from: { amount: '3', unit: 'kg' } });
  await page.getByText('1 change waiting').waitFor();
  await line.restore();
  await page.getByRole('button', { name: '1 not saved' }).waitFor();
  await atRest(page);
  await line.cut();
  await list.add('basil, 1 bunch');
  await list.press('Bread');
  await page.getByRole('button', { name: '2 waiting' }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByRole('heading', { name: '2 changes waiting' }).click();
  await take(page, 'waiting-360');
  await line.restore();
}

async function takeLogin(browsers: Browsers): Promise<void> {
  const { page } = await browsers.openVisitor(desktop);
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  await atRest(page);
  await page.getByLabel('Email').fill('mia@example.org');
  await page.getByLabel('Password', { exact: true }).fill('butter, salt');
  await page.getByRole('heading', { name: 'Welcome back' }).click();
  await take(page, 'login-1440');
}

async function takeRecipes(browsers: Browsers, mia: Person): Promise<void> {
  const { page } = mia;
  const mobile = await browsers.signIn(mia, phone);
  await page.goto('/');
  await page.getByRole('link', { name: /Shoyu Ramen/ }).waitFor();
  await atRest(page);
  await waitForPictures(page);
  await take(page, 'home-1440');
  await page.getByRole('link', { name: /Shoyu Ramen/ }).click();
  await page.getByRole('heading', { name: 'Shoyu Ramen', level: 1 }).waitFor();
  await mobile.page.goto(page.url());
  await mobile.page.getByRole('heading', { name: 'Shoyu Ramen', level: 1 }).waitFor();
  await atRest(mobile.page);
  await waitForPictures(mobile.page);
  await take(mobile.page, 'recipe-360');
}

async function takePlans(browsers: Browsers, mia: Person, others: readonly Person[]): Promise<void> {
  const { page } = mia;
  const response = await fetch(`${browsers.server.address}/api/recipes?limit=20`);
  const { items }: RecipePage = await response.json();
  const sample = (prefix: string) => {
    const recipe = items.find(({ title }) => title.startsWith(prefix));
    if (!recipe) throw new Error(`No sample begins with ${prefix}`);
    return recipe;
  };
  const api = apiOf(browsers.server, mia);
  await api.plan({
    Monday: { Dinner: sample('Shoyu') },
    Tuesday: { Lunch: sample('Greek'), Dinner: sample('Mapo') },
    Wednesday: { Dinner: sample('Baked') },
    Thursday: { Lunch: sample('Pork') },
    Friday: { Dinner: sample('Margherita') },
    Saturday: { Breakfast: sample('Blueberry'), Dinner: sample('Bibimbap') },
    Sunday: { Breakfast: sample('Blueberry'), Lunch: sample('Cherry') },
  });
  await page.goto('/meal-plan');
  await page.getByText('Bibimbap').waitFor();
  await atRest(page);
  await waitForPictures(page);
  await take(page, 'meal-plan-1440');

  const playlists = [
    ['Weeknights', 'On the table before anybody asks', ['Spaghetti', 'Mapo', 'Greek']],
    ['Sunday, slowly', 'For when it may take all afternoon', ['Shoyu', 'Pork', 'Cherry']],
    ['Everybody eats it', 'Even the picky eaters', ['Margherita', 'Blueberry']],
  ] as const;
  for (const [name, description, prefixes] of playlists) {
    const recipes = prefixes.map((each) => ({ id: sample(each).id }));
    const { id } = await api.createPlaylist({ name, description, recipes });
    for (const person of others.slice(playlists.findIndex(([each]) => each === name))) {
      await apiOf(browsers.server, person).likePlaylist(id);
    }
  }
  await page.goto('/playlists');
  await page.getByText('Everybody eats it').waitFor();
  await atRest(page);
  await waitForPictures(page);
  await take(page, 'playlists-1440');
}

const chromium = findProgram('chromium');
if (chromium === undefined) throw new Error('Install Chromium, or set CHROME_PATH to one');
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([startServer(), launchBrowser(chromium)]);
await server.accounts();
const browsers = openBrowsers(browser, server);
try {
  const mia = await browsers.register('Mia', desktop);
  const others = await Promise.all(['Eleni Pappas', 'Sam Carter', 'Jisoo Park'].map((name) => browsers.register(name)));
  const [, sam = mia, jisoo = mia] = others;
  await fillFeed(browsers, [mia, ...others]);
  await takeCommunity(browsers, mia, sam);
  await takeLogin(browsers);
  await takeRecipes(browsers, mia);
  await takePlans(browsers, mia, others);
  await takeHousehold(browsers, mia, sam, jisoo);
} finally {
  await browser.close();
  server.remove();
}

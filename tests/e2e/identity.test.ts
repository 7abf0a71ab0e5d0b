/** Signing up, in and out, and who may see what. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { feedOn } from '../support/feed.ts';
import { standInForGoogle } from '../support/google.ts';
import { listOn } from '../support/grocery-list.ts';
import { type Household, logIn, noConnection, openHousehold, type Person, signUp } from '../support/household.ts';
import { describeWith } from '../support/requirements.ts';

describeWith('chromium', 'identity', (chromium) => {
  let household: Household;
  let mia: Person;

  beforeAll(async () => {
    household = await openHousehold(chromium);
    mia = await household.register('Mia');
    await apiOf(household.server, mia).publish({ title: 'Something to like' });
  });

  afterEach(async () => {
    expect(await household.settle()).toEqual([]);
  });

  afterAll(() => household?.close());

  describe('the navigation bar', () => {
    test('shows a visitor the way in', async () => {
      const { page, leave } = await household.visitor();
      await page.goto('/community');
      const bar = page.getByRole('banner');
      await bar.getByRole('img', { name: 'Potluck Logo' }).waitFor();
      await bar.getByRole('link', { name: 'Sign Up' }).waitFor();
      expect(await bar.getByRole('link').allInnerTexts()).toEqual(['', 'Log In', 'Sign Up']);
      expect(await page.getByRole('navigation').count()).toBe(0);

      await bar.getByRole('link', { name: 'Sign Up' }).click();
      await page.waitForURL('/register');
      await bar.getByRole('link', { name: 'Log In' }).click();
      await page.waitForURL('/login');
      await bar.getByRole('link', { name: 'Potluck Logo' }).click();
      await page.waitForURL('/');
      await leave();
    });

    test('shows a user where he can go, and at its right himself', async () => {
      const { page } = mia;
      await page.goto('/');
      const bar = page.getByRole('navigation', { name: 'Main' }).first();
      await bar.waitFor();
      const links = await bar.getByRole('link').all();
      expect(
        await Promise.all(links.map(async (link) => [await link.innerText(), await link.getAttribute('href')])),
      ).toEqual([
        ['Grocery List', '/grocery-list'],
        ['Meal Plan', '/meal-plan'],
        ['Playlists', '/playlists'],
        ['Community', '/community'],
      ]);
      await page.getByRole('link', { name: 'Create recipe' }).click();
      await page.waitForURL('/create-recipe');

      await page.getByRole('button', { name: 'Mia' }).click();
      await page.getByRole('menuitem', { name: 'View Profile' }).click();
      await page.waitForURL('/profile');
      expect(await page.getByRole('menu').count()).toBe(0);
    });

    test('on a phone is at the thumb, with the page that one is on marked', async () => {
      const { page, leave } = await household.another(mia, { viewport: { width: 360, height: 780 } });
      await page.goto('/');
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.waitFor();
      expect(await bar.getByRole('link').allInnerTexts()).toEqual([
        'Home',
        'Grocery List',
        'Meal Plan',
        'Playlists',
        'Community',
      ]);
      await bar.getByRole('link', { name: 'Grocery List' }).click();
      await page.waitForURL('/grocery-list');
      const marked = () => bar.locator('[aria-current=page]').allInnerTexts();
      await expect.poll(marked).toEqual(['Grocery List']);
      await page.goto('/create-post');
      await expect.poll(marked).toEqual(['Community']);
      await bar.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('link', { name: 'Add a recipe' }).click();
      await page.waitForURL('/create-recipe');
      await leave();
    });

    test('says Profile to who has no name', async () => {
      const account = { email: 'nameless@example.org', password: 'butter and salt' };
      const signUp = `${household.server.address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`;
      await fetch(signUp, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...account, returnSecureToken: true }),
      });
      const { page, leave } = await household.visitor();
      await page.goto('/login');
      await logIn(page, account);
      await page.getByRole('button', { name: 'Profile', exact: true }).waitFor();
      await leave();
    });

    test('hides a logo that cannot be loaded, and keeps the way home', async () => {
      household.expects(/ERR_FAILED.*logo-wordmark/);
      const { page, context, leave } = await household.visitor();
      await context.route('**/logo-wordmark*.svg', (route) => route.abort());
      await page.goto('/login');
      await page.getByRole('img', { name: 'Potluck Logo' }).waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Potluck', exact: true }).press('Enter');
      await page.waitForURL('/');
      await leave();
    });
  });

  describe('signing up', () => {
    test('says what is missing, what does not match and what the provider does not take', async () => {
      const { page, leave } = await household.visitor();
      await page.goto('/register');
      await page.getByRole('heading', { name: 'Create Account' }).waitFor();
      await page.getByText('Join to share and discover recipes.').waitFor();
      const submit = page.getByRole('button', { name: 'Sign Up' });
      await submit.click();
      expect(await page.getByRole('alert').allInnerTexts()).toEqual([
        'Enter a username',
        'Enter your email',
        'Enter a password',
      ]);
      expect(await page.getByLabel('Username').evaluate((field) => field === document.activeElement)).toBe(true);

      await page.getByLabel('Username').fill('Tom');
      await page.getByLabel('Email').fill('tom');
      await page.getByLabel('Password', { exact: true }).fill('salty');
      await page.getByLabel('Confirm Password').fill('sweet');
      expect(await page.getByRole('alert').count(), 'what is being written').toBe(0);
      await submit.click();
      expect(await page.getByRole('alert').allInnerTexts()).toEqual([
        'Enter an email address, like mia@example.org',
        'Passwords do not match',
      ]);
      await page.getByLabel('Email').fill('tom@example.org');
      await page.getByLabel('Password', { exact: true }).fill('sweet');
      expect(await page.getByRole('alert').count()).toBe(0);
      household.expects(/400.*accounts:signUp/);
      await submit.click();
      await page.getByRole('alert').getByText('Your password needs at least 6 characters.').waitFor();

      await page.getByLabel('Email').fill(mia.email);
      await page.getByLabel('Password', { exact: true }).fill(mia.password);
      await page.getByLabel('Confirm Password').fill(mia.password);
      await submit.click();
      await page.getByText('There is an account with this email already. Sign in instead.').waitFor();
      await page.getByRole('link', { name: 'Already have an account? Sign in' }).click();
      await page.waitForURL('/login');
      await leave();
    });

    test('keeps who signed up, with the token, in local storage', async () => {
      const { page, leave } = await household.visitor();
      await page.goto('/register');
      await signUp(page, { name: 'Tom', email: 'tom.salt@example.org', password: mia.password });
      await page.getByRole('button', { name: 'Tom' }).waitFor();
      const kept = await page.evaluate(() => ({ ...localStorage }));
      expect(JSON.parse(kept.user ?? '')).toMatchObject({
        uid: expect.stringMatching(/^\w{20,}$/),
        email: 'tom.salt@example.org',
        displayName: 'Tom',
      });
      const { name, exp } = JSON.parse(Buffer.from(kept.token?.split('.')[1] ?? '', 'base64url').toString());
      expect(name).toBe('Tom');
      expect(exp * 1000).toBeGreaterThan(Date.now());
      await leave();
    });
  });

  describe('logging in', () => {
    test('says what is missing and what is wrong', async () => {
      const { page, leave } = await household.visitor();
      await page.goto('/login');
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await page.getByText('OR', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Login' }).click();
      expect(await page.getByRole('alert').allInnerTexts()).toEqual(['Enter your email', 'Enter your password']);

      household.expects(/400.*signInWithPassword/);
      await logIn(page, { email: mia.email, password: 'pepper' });
      await page.getByRole('alert').getByText('Email or password is not right.').waitFor();
      await page.getByRole('link', { name: 'Register here' }).click();
      await page.waitForURL('/register');
      await leave();
    });

    test('shows that it is on its way, once however often one presses, and goes home', async () => {
      const { page, line, leave } = await household.visitor();
      const attempts: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('signInWithPassword')) attempts.push(request.url());
      });
      await page.goto('/login');
      await page.waitForResponse('/api/config');
      await page.getByLabel('Email').fill(mia.email);
      await page.getByLabel('Password', { exact: true }).fill(mia.password);
      line.hold();
      await page.getByRole('button', { name: 'Login' }).click();
      const busy = page.getByRole('button', { name: 'Logging in...' });
      await busy.waitFor();
      expect(await busy.isDisabled()).toBe(true);
      await busy.click({ force: true });
      await page.keyboard.press('Enter');
      line.release();
      await page.getByRole('button', { name: 'Mia' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(attempts).toHaveLength(1);
      await leave();
    });

    test('says so when the server is away', async () => {
      household.expects(noConnection);
      const { page, line, leave } = await household.visitor();
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login' }).waitFor();
      await atRest(page);
      await line.cut();
      await logIn(page, mia);
      await page.getByRole('alert').getByText('Potluck cannot be reached. Check your connection').waitFor();
      await leave();
    });

    test('says so when the identity service cannot be had', async () => {
      household.expects(/ERR_FAILED.*api[/]config/);
      const { page, context, leave } = await household.visitor();
      await context.route('**/api/config', (route) => route.abort());
      await page.goto('/login');
      await logIn(page, mia);
      await page.getByRole('alert').getByText('An error occurred during login').waitFor();
      await page.goto('/register');
      await signUp(page, { name: 'Tom', email: 'tom@example.org', password: mia.password });
      await page.getByRole('alert').getByText('An error occurred during registration').waitFor();
      await leave();
    });

    test('with Google opens its window, and says so when that is closed', async () => {
      const { page, context, leave } = await household.visitor();
      await standInForGoogle(context);
      await page.clock.install();
      await page.goto('/login');
      const opening = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      const popup = await opening;
      await popup.waitForURL(/[/]emulator[/]auth[/]handler\?/);
      expect(new URL(popup.url()).searchParams.get('providerId')).toBe('google.com');
      expect(await page.getByRole('button', { name: 'Continue with Google' }).isDisabled()).toBe(true);

      await popup.close();
      // The SDK looks every 2 s whether its window is still there, and waits 8 s more for what it may have said.
      await page.clock.runFor(12_000);
      await expect.poll(() => page.getByRole('button', { name: 'Continue with Google' }).isEnabled()).toBe(true);
      expect(await page.getByRole('alert').allInnerTexts()).toEqual([
        'The Google window was closed before you were signed in. Try again when you are ready.',
      ]);
      await leave();
    });

    test('with Google says so when Google is out of reach', async () => {
      const { page, leave } = await household.visitor();
      await page.goto('/login');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await page.getByRole('alert').getByText('An error occurred during Google sign in').waitFor();
      await leave();
    });
  });

  test('signing out goes to the login, in all tabs, and forgets who it was', async () => {
    const person = await household.another(mia);
    const { page } = person;
    await page.goto('/');
    const tab = await person.context.newPage();
    await tab.goto('/grocery-list');
    await listOn(tab).box.waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await page.getByRole('link', { name: 'Sign Up' }).waitFor();
    expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('token');
    await tab.getByText('Please log in to view your grocery list').waitFor();
    await person.leave();
  });

  test('signing out works here at once, also while the identity service cannot hear of it', async () => {
    household.expects(/ERR_FAILED.*firebase/);
    household.expects(/dynamically imported module.*firebase/);
    const person = await household.another(mia);
    const { page, context } = person;
    await context.route('**/assets/firebase-*.js', (route) => route.abort());
    await page.goto('/community');
    await feedOn(page).posts.first().waitFor();
    await atRest(page);
    const toldToTheConsole = page.waitForEvent('pageerror');
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await toldToTheConsole;
    expect(await page.getByRole('alert').count()).toBe(0);

    await context.unrouteAll();
    await page.goto('/grocery-list');
    await page.getByText('Please log in to view your grocery list').waitFor();
    await atRest(page);
    expect(await page.getByRole('banner').getByRole('link', { name: 'Log In' }).isVisible()).toBe(true);
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await logIn(page, mia);
    await page.getByRole('button', { name: 'Mia' }).waitFor();
    await person.leave();
  });

  test('signing out without a network signs out all tabs, and so they stay when it is back', async () => {
    household.expects(noConnection);
    household.expects(/ERR_FAILED.*firebase/);
    household.expects(/Failed to fetch|ScreenNotLoaded/);
    const person = await household.another(mia);
    const { page, context, line } = person;
    const [list, feed] = [await context.newPage(), await context.newPage()];
    // The tab in which he signs out has no identity service; the other tabs have.
    await page.route('**/assets/firebase-*.js', (route) => route.abort());
    await Promise.all([page.goto('/community'), list.goto('/grocery-list'), feed.goto('/community')]);
    await listOn(list).box.waitFor();
    for (const tab of [page, feed]) await feedOn(tab).posts.first().waitFor();
    await Promise.all([page, list, feed].map(atRest));
    await context.setOffline(true);
    await line.cut();

    await page.bringToFront();
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await list.getByText('Please log in to view your grocery list').waitFor();
    await feed.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);

    await line.mend();
    await context.setOffline(false);
    await list.reload();
    await list.getByText('Please log in to view your grocery list').waitFor();
    await atRest(list);
    expect(await list.getByRole('banner').getByRole('link', { name: 'Log In' }).isVisible()).toBe(true);
    await person.leave();
  });

  describe('a visitor', () => {
    test.each([
      ['likes', (page: Person['page']) => feedOn(page).post('Something to like').like.click(), '/community'],
      ['comments', (page: Person['page']) => feedOn(page).post('Something to like').say('Nice'), '/community'],
      [
        'writes a post',
        (page: Person['page']) => page.getByRole('link', { name: 'Create Post' }).click(),
        '/create-post',
      ],
    ])('who %s logs in first, and goes on from there, with live updates of his own', async (_, act, then) => {
      const { page, leave } = await household.visitor();
      await page.goto('/community');
      await act(page);
      await page.waitForURL('/login');
      await logIn(page, mia);
      await page.waitForURL(then);
      await page.getByRole('link', { name: 'Grocery List' }).first().click();
      await listOn(page).box.waitFor();
      const api = apiOf(household.server, mia);
      await api.addGroceries({ name: 'Olives' });
      await listOn(page).item('Olives').waitFor();
      await api.clearGroceries();
      await leave();
    });

    test('finds his comment again after logging in', async () => {
      const { page, leave } = await household.visitor();
      await page.goto('/community');
      await feedOn(page).post('Something to like').say('Half a thought');
      await page.waitForURL('/login');
      await logIn(page, mia);
      await page.waitForURL('/community');
      await expect.poll(() => feedOn(page).post('Something to like').field.inputValue()).toBe('Half a thought');
      await leave();
    });

    test.each(['/create-post', '/community/new'])('who opens %s is sent to log in', async (path) => {
      const { page, leave } = await household.visitor();
      await page.goto(path);
      await page.waitForURL('/login');
      await leave();
    });
  });

  test.each(['/login', '/register'])('whoever is signed in is sent home from %s', async (path) => {
    await mia.page.goto(path);
    await mia.page.waitForURL('/');
    await mia.page.getByRole('heading', { name: 'What are we cooking?' }).waitFor();
  });

  test('a token that nobody takes any more signs out, and says what to do', async () => {
    household.expects(/401.*api[/]grocery-list/);
    const { page, leave } = await household.visitor();
    await page.goto('/');
    await page.evaluate(() => {
      localStorage.setItem('token', 'forged');
      localStorage.setItem('user', JSON.stringify({ uid: 'somebody', displayName: 'Somebody' }));
    });
    await page.goto('/grocery-list');
    await page.getByText('Please log in to view your grocery list').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await leave();
  });
});

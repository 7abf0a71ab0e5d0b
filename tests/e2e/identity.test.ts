/** Signing up and logging in. */
import { describe, expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, logIn, type Person, signUp } from '../support/browsers.ts';
import { stubGoogleLoader } from '../support/google.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'identity', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  describe('signing up', () => {
    test('reports missing fields, passwords that do not match, and errors of the provider', async () => {
      const { page } = await browsers.visit('/register');
      await page.getByRole('heading', { name: 'Create Account' }).waitFor();
      await page.getByText('Join to share and discover recipes.').waitFor();
      const submit = page.getByRole('button', { name: 'Sign Up' });
      await submit.click();
      await expect
        .poll(() => page.getByRole('alert').allInnerTexts())
        .toEqual(['Enter a username', 'Enter your email', 'Enter a password']);
      await expect
        .poll(() => page.getByLabel('Username').evaluate((field) => field === document.activeElement))
        .toBe(true);

      await page.getByLabel('Username').fill('Tom');
      await page.getByLabel('Email').fill('tom');
      await page.getByLabel('Password', { exact: true }).fill('salty');
      await page.getByLabel('Confirm Password').fill('sweet');
      await expect.poll(() => page.getByRole('alert').count(), { message: 'while fields are edited' }).toBe(0);
      await submit.click();
      await expect
        .poll(() => page.getByRole('alert').allInnerTexts())
        .toEqual(['Enter an email address, like mia@example.org', 'Passwords do not match']);
      await page.getByLabel('Email').fill('tom@example.org');
      await page.getByLabel('Password', { exact: true }).fill('sweet');
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      browsers.allowProblems(/400.*accounts:signUp/);
      await submit.click();
      await page.getByRole('alert').getByText('Your password needs at least 6 characters.').waitFor();

      await page.getByLabel('Email').fill(mia.email);
      await page.getByLabel('Password', { exact: true }).fill(mia.password);
      await page.getByLabel('Confirm Password').fill(mia.password);
      await submit.click();
      await page.getByText('There is an account with this email already. Sign in instead.').waitFor();
      await page.getByRole('link', { name: 'Already have an account? Sign in' }).click();
      await page.waitForURL('/login');
    });

    test('stores the user and the token in local storage', async () => {
      const { page } = await browsers.visit('/register');
      await signUp(page, { name: 'Tom', email: 'tom.salt@example.org', password: mia.password });
      await page.getByRole('button', { name: 'Tom' }).waitFor();
      const stored = await page.evaluate(() => ({ ...localStorage }));
      expect(JSON.parse(stored.user ?? '')).toMatchObject({
        uid: expect.stringMatching(/^\w{20,}$/),
        email: 'tom.salt@example.org',
        displayName: 'Tom',
      });
      const { name, exp } = JSON.parse(Buffer.from(stored.token?.split('.')[1] ?? '', 'base64url').toString());
      expect(name).toBe('Tom');
      expect(exp * 1000).toBeGreaterThan(Date.now());
    });
  });

  describe('logging in', () => {
    test('shows only the background colour if the picture cannot be loaded', { tags: 'extended' }, async () => {
      browsers.allowProblems(/ERR_FAILED.*art/);
      const { page } = await browsers.visit('/');
      await page.route('**/art/{band,table}-*', (route) => route.abort());
      await page.getByRole('link', { name: 'Log In' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await expect.poll(() => page.locator('main picture img').count()).toBe(0);
    });

    test('reports missing fields and wrong credentials', async () => {
      const { page } = await browsers.visit('/login');
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await page.getByText('OR', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Login' }).click();
      await expect
        .poll(() => page.getByRole('alert').allInnerTexts())
        .toEqual(['Enter your email', 'Enter your password']);

      browsers.allowProblems(/400.*signInWithPassword/);
      await logIn(page, { email: mia.email, password: 'pepper' });
      await page.getByRole('alert').getByText('Email or password is not right.').waitFor();
      await page.getByRole('link', { name: 'Register here' }).click();
      await page.waitForURL('/register');
    });

    test('shows its progress, sends one request for several presses, and opens the home page', async () => {
      const { page, line } = await browsers.openVisitor();
      const attempts: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('signInWithPassword')) attempts.push(request.url());
      });
      await page.goto('/login');
      await page.getByLabel('Email').fill(mia.email);
      await page.getByLabel('Password', { exact: true }).fill(mia.password);
      await atRest(page);
      line.hold();
      await page.getByRole('button', { name: 'Login' }).click();
      const busy = page.getByRole('button', { name: 'Logging in...' });
      await busy.waitFor();
      await expect.poll(() => busy.isDisabled()).toBe(true);
      await busy.click({ force: true });
      await page.keyboard.press('Enter');
      line.release();
      await page.getByRole('button', { name: 'Mia' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(attempts).toHaveLength(1);
    });

    test('reports an unreachable server', { tags: 'extended' }, async () => {
      browsers.allowProblems(connectionErrors);
      const { page, line } = await browsers.visit('/login');
      await page.getByRole('button', { name: 'Login' }).waitFor();
      await atRest(page);
      await line.cut();
      await logIn(page, mia);
      await page.getByRole('alert').getByText('Potluck cannot be reached. Check your connection').waitFor();
    });

    test('reports that the identity service cannot be loaded', { tags: 'extended' }, async () => {
      browsers.allowProblems(/ERR_FAILED.*api[/]config/);
      const { page, context } = await browsers.openVisitor();
      await context.route('**/api/config', (route) => route.abort());
      await page.goto('/login');
      await logIn(page, mia);
      await page.getByRole('alert').getByText('An error occurred during login').waitFor();
      await page.goto('/register');
      await signUp(page, { name: 'Tom', email: 'tom@example.org', password: mia.password });
      await page.getByRole('alert').getByText('An error occurred during registration').waitFor();
    });

    test('reports an error of the identity service', async () => {
      browsers.allowProblems(/500.*accounts:signInWithPassword/);
      browsers.allowProblems(/503.*accounts:signUp/);
      const { page, context } = await browsers.visit('/login');
      await context.route('**/accounts:signInWithPassword*', (route) => route.fulfill({ status: 500 }));
      await logIn(page, mia);
      await page.getByRole('alert').getByText('An error occurred during login').waitFor();
      const error = { statusCode: 503, code: 'IDENTITY_UNAVAILABLE', error: 'Service Unavailable', message: 'Later' };
      await context.route('**/accounts:signUp*', (route) => route.fulfill({ status: 503, json: error }));
      await page.goto('/register');
      await signUp(page, { name: 'Tom', email: 'tom@example.org', password: mia.password });
      await page.getByRole('alert').getByText('An error occurred during registration').waitFor();
    });

    test('with Google opens a window, and reports that it was closed', async () => {
      const { page, context } = await browsers.openVisitor();
      await stubGoogleLoader(context);
      await page.clock.install();
      await page.goto('/login');
      const opening = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      const popup = await opening;
      await popup.waitForURL(/[/]emulator[/]auth[/]handler\?/);
      expect(new URL(popup.url()).searchParams.get('providerId')).toBe('google.com');
      await expect.poll(() => page.getByRole('button', { name: 'Continue with Google' }).isDisabled()).toBe(true);

      await popup.close();
      // The SDK checks every 2 s whether the window is open, and then waits 8 s for a pending result.
      await page.clock.runFor(12_000);
      await expect.poll(() => page.getByRole('button', { name: 'Continue with Google' }).isEnabled()).toBe(true);
      await expect
        .poll(() => page.getByRole('alert').allInnerTexts())
        .toEqual(['The Google window was closed before you were signed in. Try again when you are ready.']);
    });

    test('with Google reports that Google is unreachable', async () => {
      const { page } = await browsers.visit('/login');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await page.getByRole('alert').getByText('An error occurred during Google sign in').waitFor();
    });
  });
});

/** Launches Chromium and collects the errors of its pages. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Makes pictures and videos of other sites unreachable, so that the tests behave the same on every network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

const disabledFeatures = [
  // The address bar's drop-down list is a page in each new window, which costs more than the page under test.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A spare process for a context's next window, which most tests never open.
  'SpareRendererForSitePerProcess',
  // Chromium reads only the last such list, so this includes the features that Playwright disables on Linux.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** @param program path of Chromium */
export const launchBrowser = (program: string): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: [...browserFlags, `--disable-features=${disabledFeatures.join()}`],
  });

/** Of pictures that some suites publish to be missing, and others on the same server then show. */
const missingPicture =
  /net::ERR_NAME_NOT_RESOLVED|status of 404 .*[/](?:pictures[/]by-address|art[/]lost\.webp)|status of 422 .*[/]pictures[/]by-address/;

/** Collects the problems of all pages: console errors (also violations of the CSP), uncaught errors and crashes. */
export function collectProblems() {
  let problems: string[] = [];
  let allowed: RegExp[] = [];
  /** Chromium's console errors for navigations with status 404: the page itself shows that error. */
  const shownOnPage = new Set<string>();
  const add = (problem: string) => {
    if (!missingPicture.test(problem)) problems.push(problem);
  };
  const watchPage = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') add(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => add(`Uncaught ${error}`));
    page.on('crash', () => add(`${page.url()} crashed`));
  };
  return {
    watch: (context: BrowserContext): void => {
      context.on('response', (response) => {
        if (response.status() !== 404 || !response.request().isNavigationRequest()) return;
        const error = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
        shownOnPage.add(`${error} (${response.url()})`);
      });
      context.pages().forEach(watchPage);
      context.on('page', watchPage);
    },
    /** Ignores matching problems until the next `take`. */
    allow: (pattern: RegExp): void => void allowed.push(pattern),
    take: (): string[] => {
      const unexpected = problems.filter(
        (problem) => !shownOnPage.has(problem) && !allowed.some((pattern) => pattern.test(problem)),
      );
      problems = [];
      allowed = [];
      return unexpected;
    },
  };
}

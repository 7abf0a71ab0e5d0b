/** Chromium, and what it says against the page that it shows. */
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pictures and videos of other sites are not there, whatever network the machine has: the tests are the same everywhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

const switchedOff = [
  // What drops down from the address bar is a page of its own in each window that opens: more work than the page to be tested.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process that waits for the next window, which here is the first and the last of its kind.
  'SpareRendererForSitePerProcess',
  // Of two such lists Chromium reads the last, so this has what Playwright switches off, too, as far as it concerns Linux.
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
  chromium.launch({ executablePath: program, args: [...browserFlags, `--disable-features=${switchedOff.join()}`] });

const fromElsewhere = /net::ERR_NAME_NOT_RESOLVED/;

/** What went wrong in any page of the browsers: errors on the console, violations of the policy among them, and uncaught ones. */
export function collectProblems() {
  let problems: string[] = [];
  let expected: RegExp[] = [];
  /** What Chromium says of addresses that lead to no screen: so does the page itself. */
  const saidOnThePage = new Set<string>();
  const note = (problem: string) => {
    if (!fromElsewhere.test(problem)) problems.push(problem);
  };
  return {
    watch: (context: BrowserContext): void => {
      context.on('response', (response) => {
        if (response.status() !== 404 || !response.request().isNavigationRequest()) return;
        const status = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
        saidOnThePage.add(`${status} (${response.url()})`);
      });
      context.on('page', (page) => {
        page.on('console', (message) => {
          if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
        });
        page.on('pageerror', (error) => note(`Uncaught ${error}`));
        page.on('crash', () => note(`${page.url()} crashed`));
      });
    },
    /** This is no problem until the next `take`. */
    expect: (problem: RegExp): void => void expected.push(problem),
    take: (): string[] => {
      const unexpected = problems.filter(
        (problem) => !saidOnThePage.has(problem) && !expected.some((pattern) => pattern.test(problem)),
      );
      problems = [];
      expected = [];
      return unexpected;
    },
  };
}

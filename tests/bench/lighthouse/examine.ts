import lighthouse, { desktopConfig, type Result } from 'lighthouse';

export const devices = ['desktop', 'phone'] as const;
export type Device = (typeof devices)[number];

const otherCategories = ['accessibility', 'best-practices', 'seo'] as const;

/** The results of Lighthouse for a page. Scores are out of 100. */
export interface PageReport {
  readonly performance: number;
  /** The lowest score of accessibility, best practices and SEO. */
  readonly lowestOther: number;
  /** The failed audits of these categories, each with its first element. */
  readonly failures: readonly string[];
  /** LCP, TBT and CLS. */
  readonly metrics: string;
}

/** Opens the page in a tab of the browser at `port`, with its session but without a cache. */
export async function examine(port: number, address: string, device: Device): Promise<PageReport> {
  let lhr = await run(port, address, device);
  for (let retry = 0; lhr.runtimeError?.code === lostRecording && retry < 2; retry++)
    lhr = await run(port, address, device);
  if (lhr.runtimeError) throw new Error(`Lighthouse on ${address}: ${lhr.runtimeError.message}`);
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const metric = (name: string, audit: string) => `${name} ${lhr.audits[audit]?.displayValue}`;
  return {
    performance: score('performance'),
    lowestOther: Math.min(...otherCategories.map(score)),
    failures: otherCategories.flatMap((category) => failuresIn(lhr, category)),
    metrics: [
      metric('LCP', 'largest-contentful-paint'),
      metric('TBT', 'total-blocking-time'),
      metric('CLS', 'cumulative-layout-shift'),
    ].join(', '),
  };
}

/** The recording of the trace started after the navigation: Lighthouse itself recommends another run. */
const lostRecording = 'NO_NAVSTART';

async function run(port: number, address: string, device: Device): Promise<Result> {
  const result = await lighthouse(
    address,
    { port, logLevel: 'error', onlyCategories: ['performance', ...otherCategories], disableFullPageScreenshot: true },
    // The default configuration is a mid-range phone with a slow connection.
    device === 'desktop' ? desktopConfig : undefined,
  );
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${address}`);
  return result.lhr;
}

const failuresIn = ({ categories, audits }: Result, category: string): string[] =>
  (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const score = audits[id]?.score ?? 1;
    if (weight === 0 || score === 1) return [];
    const [selector] = selectorsOf(audits[id]?.details);
    return [`${audits[id]?.title} (${id})${selector === undefined ? '' : ` at ${selector}`}`];
  });

function selectorsOf(details: Result['audits'][string]['details']): string[] {
  if (details?.type !== 'table') return [];
  return details.items.flatMap(({ node }) =>
    typeof node === 'object' && 'type' in node && node.type === 'node' && node.selector ? [node.selector] : [],
  );
}

import lighthouse, { desktopConfig, type Result } from 'lighthouse';

export const devices = ['desktop', 'phone'] as const;
export type Device = (typeof devices)[number];

const otherCategories = ['accessibility', 'best-practices', 'seo'] as const;

/** What Lighthouse says of a page. Scores are of 100. */
export interface Examined {
  readonly performance: number;
  /** Of accessibility, best practices and SEO. */
  readonly lowestOther: number;
  /** What lowered these, with the first place on the page. */
  readonly failures: readonly string[];
  /** When what is largest is painted, how long the page does not answer, and how much moves. */
  readonly metrics: string;
}

/** Opens the page in a tab of the browser at `port`: what is signed in there is, but nothing is in the cache. */
export async function examine(port: number, address: string, device: Device): Promise<Examined> {
  let lhr = await run(port, address, device);
  for (let again = 0; lhr.runtimeError?.code === lostRecording && again < 2; again++)
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

/** The browser's recording of the load began after the load had: Lighthouse itself asks to be run again. */
const lostRecording = 'NO_NAVSTART';

async function run(port: number, address: string, device: Device): Promise<Result> {
  const result = await lighthouse(
    address,
    { port, logLevel: 'error', onlyCategories: ['performance', ...otherCategories], disableFullPageScreenshot: true },
    // Without a configuration, it is a phone of the middle class with a slow connection.
    device === 'desktop' ? desktopConfig : undefined,
  );
  if (result === undefined) throw new Error(`Lighthouse says nothing of ${address}`);
  return result.lhr;
}

const failuresIn = ({ categories, audits }: Result, category: string): string[] =>
  (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const score = audits[id]?.score ?? 1;
    if (weight === 0 || score === 1) return [];
    const [place] = placesOf(audits[id]?.details);
    return [`${audits[id]?.title} (${id})${place === undefined ? '' : ` at ${place}`}`];
  });

function placesOf(details: Result['audits'][string]['details']): string[] {
  if (details?.type !== 'table') return [];
  return details.items.flatMap(({ node }) =>
    typeof node === 'object' && 'type' in node && node.type === 'node' && node.selector ? [node.selector] : [],
  );
}

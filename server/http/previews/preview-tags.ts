/** What messengers and search engines show of a page. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** Absolute, as is that of the picture. */
  readonly url: string;
  readonly image: string | undefined;
  /** What the picture shows. Default: the title. */
  readonly imageAlt?: string | undefined;
  /** Structured data: https://json-ld.org. */
  readonly jsonLd?: object;
  /** The picture that the page shows first: the browser loads it while it loads the scripts. */
  readonly shown?: Preload | undefined;
}

/** As the attributes of the image. */
export interface Preload {
  readonly src: string;
  readonly srcSet?: string;
  readonly sizes?: string;
}

/** Open Graph (https://ogp.me), Twitter card and structured data, in place of the title and description of the page. */
export function previewTags({ title, description, url, image, imageAlt, jsonLd, shown }: Preview): string {
  const pageTitle = `${title} · Potluck`;
  return [
    `<title>${escapeText(pageTitle)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeText(url)}" />`,
    meta('property', 'og:site_name', 'Potluck'),
    meta('property', 'og:type', 'article'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    ...(image === undefined
      ? []
      : [meta('property', 'og:image', image), meta('property', 'og:image:alt', imageAlt || title)]),
    meta('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
    ...(shown ? [preload(shown)] : []),
    ...(jsonLd ? [`<script type="application/ld+json">${scriptText(jsonLd)}</script>`] : []),
  ].join('\n    ');
}

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeText(content)}" />`;

function preload({ src, srcSet, sizes }: Preload): string {
  const attributes = {
    rel: 'preload',
    as: 'image',
    href: src,
    imagesrcset: srcSet,
    imagesizes: sizes,
    fetchpriority: 'high',
  };
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeText(value)}"`],
  );
  return `<link${given.join('')} />`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text and for the values of attributes in quotes. */
const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** JSON in which no text can end the script or begin a comment: https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements */
const scriptText = (value: object): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

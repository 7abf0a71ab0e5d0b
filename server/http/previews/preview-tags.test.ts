import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Preview, previewTags } from './preview-tags.ts';

const preview: Preview = {
  title: 'Mia’s "best" <b>pie</b>',
  description: "Butter & sugar, it's all",
  url: 'https://potluck.example/recipe/1',
  image: 'https://potluck.example/art/pie.webp?a=1&b=2',
  jsonLd: { name: '</script><script>alert(1)</script><!--' },
};

describe('the tags of a preview', () => {
  const tags = previewTags(preview);

  test('escape what users have written', () => {
    expect(tags).toContain('<title>Mia’s &quot;best&quot; &lt;b&gt;pie&lt;/b&gt; · Potluck</title>');
    expect(tags).toContain('<meta property="og:description" content="Butter &amp; sugar, it&#39;s all" />');
    expect(tags).toContain('content="https://potluck.example/art/pie.webp?a=1&amp;b=2"');
  });

  test('have a large picture only if there is one', () => {
    expect(tags).toContain('<meta name="twitter:card" content="summary_large_image" />');
    const { jsonLd: _, ...plain } = preview;
    const withoutPicture = previewTags({ ...plain, image: undefined });
    expect(withoutPicture).toContain('<meta name="twitter:card" content="summary" />');
    expect(withoutPicture).not.toMatch(/og:image|<script/);
  });

  test('request the picture that the page shows first, as its image does', () => {
    const shown = { src: '/pictures/a/1600', srcSet: '/pictures/a/640 640w, /pictures/a/1600 1600w', sizes: '100vw' };
    expect(previewTags({ ...preview, shown })).toContain(
      '<link rel="preload" as="image" href="/pictures/a/1600" imagesrcset="/pictures/a/640 640w, /pictures/a/1600 1600w" imagesizes="100vw" fetchpriority="high" />',
    );
    expect(tags).not.toContain('preload');
  });
});

test('any text stays inside of its tag, and the structured data stay what they are', () => {
  const text = fc.oneof(
    { arbitrary: fc.string({ unit: 'binary', size: 'max', maxLength: 200 }), weight: 1 },
    fc
      .array(fc.constantFrom('</script', '<!--', '<script>', '">', "'", '&lt;', '$&', '\u2028', 'a'), {
        size: 'max',
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, text, (title, step) => {
      const jsonLd = { recipeInstructions: [{ text: step }] };
      const tags = previewTags({ ...preview, title, description: step, jsonLd });
      const [head, data = '', ...rest] = tags.split(/<script type="application\/ld\+json">|<\/script>/);
      expect(rest).toEqual(['']);
      expect(JSON.parse(data)).toEqual(jsonLd);
      expect(data).not.toContain('<');
      // Nothing but tags, with attributes in quotes, and the text of the title.
      expect(head).toMatch(/^<title>[^<>]*<\/title>(?:\s*<(?:meta|link)(?: [\w:]+="[^"<>]*")+ \/>)+\s*$/);
    }),
  );
});

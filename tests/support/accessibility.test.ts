import { expect, test } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { launchBrowser } from './chromium.ts';
import { describeWith } from './requirements.ts';
import { showTheme } from './show-theme.ts';

describeWith('chromium', 'the contrast of text', (program) => {
  // Its transition starts only when something reads its colours.
  test('is that of the shown theme, also in a part that is not rendered', async () => {
    await using chromium = await launchBrowser(program);
    const page = await chromium.newPage({ colorScheme: 'light' });
    await page.setContent(`<!doctype html>
      <html lang="en"><title>Feed</title>
      <style>
        html { background: light-dark(white, black); color-scheme: light dark }
        main { content-visibility: auto; contain-intrinsic-height: 300px; margin-top: 600vh }
        button { background: none; color: light-dark(#444, #ccc); transition: color 300ms }
      </style>
      <script>
        const dark = matchMedia('(prefers-color-scheme: dark)');
        const show = () => { document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light' };
        dark.onchange = show;
        show();
      </script>
      <main><h1>Feed</h1><button>Reply</button></main>`);
    expect(await accessibilityFindings(page, ['color-contrast'])).toEqual([]);
    await showTheme(page, 'dark');
    expect(await accessibilityFindings(page, ['color-contrast'])).toEqual([]);
  });
});

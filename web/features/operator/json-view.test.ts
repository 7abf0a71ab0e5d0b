import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { JsonView } from './json-view.tsx';

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

it('shows JSON as it is, and marks changed fields', () => {
  const value = { name: 'Eggs & <ham>', amounts: [1, null, true], none: {}, inner: { amount: '6' } };
  const html = renderToStaticMarkup(createElement(JsonView, { value, changed: ['amount'] }));
  expect(textOf(html)).toBe(JSON.stringify(value, undefined, 2));
  expect(textOf(html.match(/<mark>.*?<\/mark>/)?.[0] ?? '')).toBe('"amount": "6"');
});

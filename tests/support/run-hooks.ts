/** Runs hooks without a browser: React renders a component that shows nothing. */
import { type ComponentType, createElement } from 'react';
import { onTestFinished, vi } from 'vitest';

/** Stubs what React uses of a page. Returns what the hooks return, as of their last rendering. */
export async function runHooks<Result>(useHooks: () => Result): Promise<{ readonly current: Result }> {
  const ignore = () => undefined;
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('removeEventListener', ignore);
  vi.stubGlobal('HTMLIFrameElement', class {});
  vi.stubGlobal('document', { nodeType: 9, addEventListener: ignore, activeElement: null, defaultView: globalThis });
  const container = Object.assign(Object.create(null), {
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    namespaceURI: 'http://www.w3.org/1999/xhtml',
    ownerDocument: document,
    addEventListener: ignore,
    textContent: '',
  });
  const { createRoot } = await import('react-dom/client');
  const results: Result[] = [];
  const Probe: ComponentType = () => {
    results.push(useHooks());
    return null;
  };
  const root = createRoot(container);
  onTestFinished(() => root.unmount());
  root.render(createElement(Probe));
  const latest = () => {
    const result = results.at(-1);
    if (result === undefined) throw new Error('The hooks have not run yet');
    return result;
  };
  await vi.waitFor(latest);
  return {
    get current() {
      return latest();
    },
  };
}

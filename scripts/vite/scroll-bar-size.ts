import type { Plugin } from 'vite';

/**
 * antd's table measures scroll bars with a style element, which the page's policy refuses, and which the browser then reports
 * as an error. It needs the size only for tables that scroll by themselves; those of the console are in a box that scrolls.
 */
export const scrollBarSize: Plugin = {
  name: 'scroll-bar-size',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/node_modules/@rc-component/util/es/getScrollBarSize.js')) return undefined;
    return 'export default () => 0; export const getTargetScrollBarSize = () => ({ width: 0, height: 0 });';
  },
};

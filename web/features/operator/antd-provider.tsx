import { StyleProvider } from '@ant-design/cssinjs';
import ConfigProvider from 'antd/es/config-provider';
import enGB from 'antd/es/locale/en_GB';
import type { ReactNode } from 'react';
import { useDarkMode } from '../../lib/theme-choice.ts';
import { adoptStyles } from './adopt-styles.ts';
import { darkTheme, lightTheme } from './theme.ts';

/**
 * Where antd puts its style elements: outside the document, because the page's policy would refuse them there. What is in
 * them is applied by a constructed style sheet.
 */
const container = document.createElement('div');
const sheet = adoptStyles('');
new MutationObserver(() => {
  sheet.replaceSync([...container.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'));
}).observe(container, { childList: true, subtree: true, characterData: true });

/** antd's parts in the look of the product. They are in a cascade layer: the console's own styles override them. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const theme = useDarkMode() ? darkTheme : lightTheme;
  return (
    <StyleProvider container={container} layer>
      <ConfigProvider theme={theme} locale={enGB} wave={{ disabled: true }}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}

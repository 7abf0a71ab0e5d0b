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
  deleteLinkRules(sheet);
}).observe(container, { childList: true, subtree: true, characterData: true });

/**
 * antd has rules for all links, also those outside of its parts and of the console. They would take the focus ring from the
 * links of the whole product, also after the console.
 */
function deleteLinkRules(rules: Pick<CSSGroupingRule, 'cssRules' | 'deleteRule'>): void {
  for (let at = rules.cssRules.length - 1; at >= 0; at--) {
    const rule = rules.cssRules[at];
    if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) deleteLinkRules(rule);
    else if (rule instanceof CSSStyleRule && /^a(?![\w-])/.test(rule.selectorText)) rules.deleteRule(at);
  }
}

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

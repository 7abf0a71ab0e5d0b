import { StyleProvider, type Transformer } from '@ant-design/cssinjs';
import { ConfigProvider, type ThemeConfig, theme } from 'antd';
import type { ReactNode } from 'react';
import { dark, light, type Palette } from './antd-palette.ts';
import { useDarkMode } from './use-dark-mode.ts';

/**
 * The design as antd's global and component tokens. Tokens set by hand replace derived ones with too little contrast.
 */
const themeOf = (palette: Palette): ThemeConfig => ({
  algorithm: palette.dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
  // One key for all providers, so that they share one set of variables.
  cssVar: { key: palette.dark ? 'potluck-dark' : 'potluck-light' },
  hashed: false,
  token: {
    fontFamily: 'var(--font)',
    fontSize: 16,
    fontSizeSM: 14,
    fontSizeLG: 18,
    fontWeightStrong: 800,
    borderRadius: 12,
    borderRadiusSM: 8,
    borderRadiusLG: 16,
    controlHeight: 44,
    controlHeightSM: 36,
    controlHeightLG: 52,
    lineWidthFocus: 3,
    opacityLoading: 1,
    ...palette.tokens,
  },
  components: {
    Input: {
      hoverBorderColor: palette.teal,
      activeBorderColor: palette.teal,
      activeShadow: `0 0 0 3px color-mix(in srgb, ${palette.teal} 20%, transparent)`,
      errorActiveShadow: `0 0 0 3px color-mix(in srgb, ${palette.error} 20%, transparent)`,
      paddingBlock: 9,
      paddingInline: 16,
      paddingInlineLG: 12,
      borderRadiusLG: 12,
    },
  },
});

const lightTheme = themeOf(light);
const darkTheme = themeOf(dark);

/** The server writes a new nonce into each page; its policy blocks styles without it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Any antd component injects styles for every link of the page, which stay until the page is closed. Remove them: the
 * fields in use contain no links.
 */
const withoutLinks: Transformer = {
  visit: ({ a: _links, ...styles }) => styles,
};
const transformers = [withoutLinks];

/** Applies the design to antd components. Wrap each use of antd, not the app, so that the first view loads without antd. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const activeTheme = useDarkMode() ? darkTheme : lightTheme;
  return (
    <StyleProvider layer transformers={transformers}>
      <ConfigProvider theme={activeTheme} csp={{ nonce }}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}

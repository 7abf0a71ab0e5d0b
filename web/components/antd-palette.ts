import type { ThemeConfig } from 'antd';

export interface Palette {
  dark: boolean;
  teal: string;
  error: string;
  tokens: NonNullable<ThemeConfig['token']>;
}

export const light: Palette = {
  dark: false,
  teal: '#0f766e',
  error: '#b3203f',
  tokens: {
    colorPrimary: '#cf3f28',
    colorPrimaryHover: '#b5341f',
    colorPrimaryActive: '#962917',
    colorPrimaryBorder: '#0f766e',
    colorInfo: '#0f766e',
    colorSuccess: '#0f766e',
    colorWarning: '#7a4f00',
    colorError: '#b3203f',
    colorInfoBg: '#e3f3f0',
    colorSuccessBg: '#e3f3f0',
    colorWarningBg: '#fdf3dc',
    colorErrorBg: '#fcebee',
    colorInfoBorder: 'transparent',
    colorSuccessBorder: 'transparent',
    colorWarningBorder: 'transparent',
    colorErrorBorder: 'transparent',
    colorLink: '#c23a24',
    colorBgLayout: '#f5f5f3',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorText: '#1f2328',
    colorTextSecondary: '#444b53',
    colorTextTertiary: '#5f666e',
    colorTextDescription: '#5f666e',
    colorTextPlaceholder: '#5f666e',
    colorBorder: '#868d94',
    colorBorderSecondary: '#e6e6e2',
    colorSplit: '#e6e6e2',
    colorBgMask: 'rgba(31, 35, 40, 0.42)',
  },
};

/** The dark algorithm darkens its seeds, so the coral seed is brighter. */
export const dark: Palette = {
  dark: true,
  teal: '#4dc4b5',
  error: '#ff8fa3',
  tokens: {
    colorPrimary: '#f24e33',
    colorPrimaryHover: '#b5341f',
    colorPrimaryActive: '#962917',
    colorPrimaryBorder: '#4dc4b5',
    colorInfo: '#4dc4b5',
    colorSuccess: '#4dc4b5',
    colorWarning: '#f2c66d',
    colorError: '#ff8fa3',
    colorInfoBg: '#17332f',
    colorSuccessBg: '#17332f',
    colorWarningBg: '#36290f',
    colorErrorBg: '#3b1d24',
    colorInfoBorder: 'transparent',
    colorSuccessBorder: 'transparent',
    colorWarningBorder: 'transparent',
    colorErrorBorder: 'transparent',
    colorLink: '#ff9a86',
    colorBgLayout: '#131518',
    colorBgContainer: '#1c1f23',
    colorBgElevated: '#262a2f',
    colorText: '#eceef0',
    colorTextSecondary: '#cbd0d5',
    colorTextTertiary: '#a3abb3',
    colorTextDescription: '#a3abb3',
    colorTextPlaceholder: '#a3abb3',
    colorBorder: '#7c858e',
    colorBorderSecondary: '#2e3338',
    colorSplit: '#2e3338',
    colorBgMask: 'rgba(0, 0, 0, 0.6)',
  },
};

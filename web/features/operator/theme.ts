import type { ThemeConfig } from 'antd';
import antdTheme from 'antd/es/theme';

/** The colours of `web/app/tokens.css`. antd computes with them, so that they cannot be CSS variables. */
interface Palette {
  page: string;
  card: string;
  raised: string;
  hairline: string;
  chip: string;
  control: string;
  ink: string;
  ink2: string;
  muted: string;
  teal: string;
  tealText: string;
  tealTint: string;
  amber: string;
  amberTint: string;
  error: string;
  errorTint: string;
  segment: string;
}

const light: Palette = {
  page: '#f5f5f3',
  card: '#ffffff',
  raised: '#ffffff',
  hairline: '#e6e6e2',
  chip: '#ecece8',
  control: '#868d94',
  ink: '#1f2328',
  ink2: '#444b53',
  muted: '#5f666e',
  teal: '#0f766e',
  tealText: '#0b5f58',
  tealTint: '#e3f3f0',
  amber: '#7a4f00',
  amberTint: '#fdf3dc',
  error: '#b3203f',
  errorTint: '#fcebee',
  segment: '#ffffff',
};

const dark: Palette = {
  page: '#131518',
  card: '#1c1f23',
  raised: '#262a2f',
  hairline: '#2e3338',
  chip: '#2b3035',
  control: '#7c858e',
  ink: '#eceef0',
  ink2: '#cbd0d5',
  muted: '#a3abb3',
  teal: '#4dc4b5',
  tealText: '#7fddd0',
  tealTint: '#17332f',
  amber: '#f2c66d',
  amberTint: '#36290f',
  error: '#ff8fa3',
  errorTint: '#3b1d24',
  segment: '#3a4047',
};

const themeOf = (palette: Palette): ThemeConfig => ({
  algorithm: palette === dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
  hashed: false,
  token: {
    fontFamily: 'var(--font)',
    fontFamilyCode: 'ui-monospace, "SFMono-Regular", Menlo, "DejaVu Sans Mono", monospace',
    fontSize: 15,
    fontSizeSM: 14,
    fontSizeLG: 18,
    fontWeightStrong: 800,
    borderRadius: 12,
    borderRadiusSM: 8,
    borderRadiusLG: 16,
    controlHeight: 44,
    controlHeightSM: 36,
    controlHeightLG: 52,
    colorPrimary: palette.teal,
    colorPrimaryHover: palette.tealText,
    colorPrimaryActive: palette.tealText,
    colorPrimaryBg: palette.tealTint,
    colorPrimaryBorder: palette.teal,
    colorLink: palette.tealText,
    colorInfo: palette.teal,
    colorSuccess: palette.teal,
    colorWarning: palette.amber,
    colorError: palette.error,
    colorInfoBg: palette.tealTint,
    colorSuccessBg: palette.tealTint,
    colorWarningBg: palette.amberTint,
    colorErrorBg: palette.errorTint,
    colorText: palette.ink,
    colorTextSecondary: palette.ink2,
    colorTextTertiary: palette.muted,
    colorTextDescription: palette.muted,
    colorTextPlaceholder: palette.muted,
    colorTextQuaternary: palette.muted,
    colorIcon: palette.muted,
    colorBgLayout: palette.page,
    colorBgContainer: palette.card,
    colorBgElevated: palette.raised,
    colorBorder: palette.control,
    colorBorderSecondary: palette.hairline,
    colorSplit: palette.hairline,
    controlItemBgHover: palette.chip,
    controlItemBgActive: palette.tealTint,
    controlOutline: 'transparent',
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  },
  components: {
    Table: {
      headerBg: 'transparent',
      headerColor: palette.muted,
      headerSplitColor: 'transparent',
      rowHoverBg: palette.chip,
      rowSelectedBg: palette.tealTint,
      rowSelectedHoverBg: palette.tealTint,
      cellPaddingBlock: 10,
      cellPaddingInline: 10,
      cellFontSize: 15,
    },
    Segmented: {
      trackBg: palette.chip,
      itemSelectedBg: palette.segment,
      itemColor: palette.ink2,
      itemSelectedColor: palette.ink,
      trackPadding: 3,
      borderRadius: 999,
      borderRadiusSM: 999,
    },
    Slider: {
      railSize: 6,
      handleSize: 20,
      handleSizeHover: 20,
      railBg: palette.chip,
      railHoverBg: palette.chip,
      trackBg: palette.teal,
      trackHoverBg: palette.teal,
      handleColor: palette.teal,
      handleActiveColor: palette.teal,
      dotBorderColor: palette.control,
    },
    Statistic: { titleFontSize: 14, contentFontSize: 28 },
    Timeline: { dotBg: 'transparent', tailColor: palette.hairline },
    Tree: { nodeSelectedBg: palette.tealTint, nodeHoverBg: palette.chip, titleHeight: 26 },
  },
});

export const lightTheme = themeOf(light);
export const darkTheme = themeOf(dark);

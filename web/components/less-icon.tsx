import MinusOutlined from '@ant-design/icons-svg/es/asn/MinusOutlined';
import { icon } from './icons.tsx';

export const LessIcon = icon(MinusOutlined);

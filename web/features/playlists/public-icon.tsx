import GlobalOutlined from '@ant-design/icons-svg/es/asn/GlobalOutlined';
import { icon } from '../../components/icons.tsx';

export const PublicIcon = icon(GlobalOutlined);

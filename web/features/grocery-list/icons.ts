import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import { icon } from '../../components/icons.tsx';

export const HistoryIcon = icon(HistoryOutlined);

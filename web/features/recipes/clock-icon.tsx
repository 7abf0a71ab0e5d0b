import ClockCircleOutlined from '@ant-design/icons-svg/es/asn/ClockCircleOutlined';
import { icon } from '../../components/icons.tsx';

export const ClockIcon = icon(ClockCircleOutlined);

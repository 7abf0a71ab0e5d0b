import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined';
import { icon } from '../../../components/icons.tsx';

export const ListIcon = icon(UnorderedListOutlined);
export const PauseIcon = icon(PauseOutlined);

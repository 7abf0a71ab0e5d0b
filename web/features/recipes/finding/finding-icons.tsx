import FilterOutlined from '@ant-design/icons-svg/es/asn/FilterOutlined';
import LinkOutlined from '@ant-design/icons-svg/es/asn/LinkOutlined';
import { icon } from '../../../components/icons.tsx';

export const FilterIcon = icon(FilterOutlined);
export const LinkIcon = icon(LinkOutlined);

import CoffeeOutlined from '@ant-design/icons-svg/es/asn/CoffeeOutlined';
import { icon } from '../../components/icons.tsx';

export const NoteIcon = icon(CoffeeOutlined);

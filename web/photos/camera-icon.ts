import CameraOutlined from '@ant-design/icons-svg/es/asn/CameraOutlined';
import { icon } from '../components/icons.tsx';

export const CameraIcon = icon(CameraOutlined);

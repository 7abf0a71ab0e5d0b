/** Icons of forms, apart from those that the first view loads. */
import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import PictureOutlined from '@ant-design/icons-svg/es/asn/PictureOutlined';
import { icon } from './icons.tsx';

export const DeleteIcon = icon(DeleteOutlined);
export const HideIcon = icon(EyeInvisibleOutlined);
export const PictureIcon = icon(PictureOutlined);

import CrownOutlined from '@ant-design/icons-svg/es/asn/CrownOutlined';
import LinkOutlined from '@ant-design/icons-svg/es/asn/LinkOutlined';
import LogoutOutlined from '@ant-design/icons-svg/es/asn/LogoutOutlined';
import UserSwitchOutlined from '@ant-design/icons-svg/es/asn/UserSwitchOutlined';
import { icon } from '../../components/icons.tsx';

export const CrownIcon = icon(CrownOutlined);
export const HandOverIcon = icon(UserSwitchOutlined);
export const LeaveIcon = icon(LogoutOutlined);
export const LinkIcon = icon(LinkOutlined);

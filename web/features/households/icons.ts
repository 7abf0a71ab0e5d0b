import CrownOutlined from '@ant-design/icons-svg/es/asn/CrownOutlined';
import LinkOutlined from '@ant-design/icons-svg/es/asn/LinkOutlined';
import LogoutOutlined from '@ant-design/icons-svg/es/asn/LogoutOutlined';
import MinusOutlined from '@ant-design/icons-svg/es/asn/MinusOutlined';
import UserSwitchOutlined from '@ant-design/icons-svg/es/asn/UserSwitchOutlined';
import { icon } from '../../components/icons.tsx';

export const CrownIcon = icon(CrownOutlined);
export const HandOverIcon = icon(UserSwitchOutlined);
export const LeaveIcon = icon(LogoutOutlined);
export const LessIcon = icon(MinusOutlined);
export const LinkIcon = icon(LinkOutlined);

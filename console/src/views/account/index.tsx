import { useParams } from '@tanstack/react-router';
import { useScope } from '../../api/session.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { AccountPage } from './AccountPage.tsx';

export default function AccountView() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return useScope().kind === 'operator' ? <AccountPage key={id} accountId={id} /> : <NotFound />;
}

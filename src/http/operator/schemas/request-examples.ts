import { mailText, type RequestExamples, someId } from '../../schemas/request-examples.ts';

export const operatorRequestExamples: RequestExamples = {
  createAccount: { name: 'Bakery', currency: 'EUR', contactEmail: 'anna@example.com' },
  changeAccount: { creditLimit: '25.50' },
  issueKey: { label: 'web shop' },
  changeKey: { allowedEmails: ['anna@example.com'] },
  rotateKey: { overlapSeconds: 86_400 },
  createPriceList: { name: 'Standard', currency: 'EUR', prices: [{ country: 'SI', unitPrice: '0.0125' }] },
  changePriceList: { name: 'Standard 2027' },
  replacePrices: {
    prices: [
      { country: 'SI', unitPrice: '0.0125' },
      { country: 'HR', unitPrice: '0.02' },
    ],
  },
  topUp: { amount: '25.50', note: 'Invoice 2026-117' },
  correctBalance: { amount: '-12.50', note: 'Booked twice' },
  rejectSender: { reason: 'The name belongs to another company' },
  createCarrier: { name: 'Primary', url: 'smpp://system_id:password@smsc.example.com:2775' },
  changeCarrier: { enabled: false },
  testCarrier: { url: 'simulator:' },
  createRoute: { carrierId: someId, country: 'SI', priority: 0, weight: 1 },
  changeRoute: { weight: 3 },
  cancelWaitingMessages: { accountId: someId, before: '2026-11-15T00:00:00Z' },
  replayDeliveries: { accountId: someId, since: '2026-11-15T00:00:00Z' },
  simulateInbound: { from: '+38640123456', to: '+38640111222', text: 'Yes, please' },
  setVerifyLimits: { perAccount: 5_000, conversion: 5 },
  eraseNumber: { phoneNumber: '+38640123456' },
  createOperator: { name: 'Anna', role: 'support', grants: ['text'] },
  changeOperator: { role: 'admin' },
  createAccountLink: { name: 'Anna' },
  tryEmail: { text: mailText },
};

/** Why a route was selected or not, by the English sentence of the service. */
export const routeSentences: Readonly<Record<string, string>> = {
  'All routes for this number lead to disabled carriers: the message is rejected and refunded.':
    'Vse poti za to številko vodijo do onemogočenih operaterjev: sporočilo je zavrnjeno, cena pa vrnjena.',
  'Alternates with the selected route.': 'Izmenjuje se z izbrano potjo.',
  'Best of {0} routes for this number:': 'Prva od poti za to številko ({0}):',
  'Best route with a connected carrier: priority {0}.': 'Prva pot s povezanim operaterjem: prednost {0}.',
  'Best route: priority {0}.': 'Prva pot: prednost {0}.',
  'By weight, it gets {0} % of the messages.': 'Po uteži dobi {0} % sporočil.',
  'Fallback: priority {0} comes after {1}.': 'Rezerva: prednost {0} je za {1}.',
  'Fallback: same priority, higher cost.': 'Rezerva: enaka prednost, višji strošek.',
  'Fallback: same priority, lower delivery rate.': 'Rezerva: enaka prednost, manjši delež dostavljenih.',
  'Fallback: same priority, shorter prefix.': 'Rezerva: enaka prednost, krajša predpona.',
  'Fallback: same priority.': 'Rezerva: enaka prednost.',
  'Its carrier has the highest delivery rate.': 'Njen operater ima največji delež dostavljenih.',
  'Its carrier has the lowest cost.': 'Njen operater ima najnižji strošek.',
  'Its prefix is {0}.': 'Njena predpona je {0}.',
  'No carrier for this number is connected: the message waits for the best route.':
    'Noben operater za to številko ni povezan: sporočilo čaka na prvo pot.',
  'No carrier is configured: the message waits until there is one.':
    'Operaterjev še ni: sporočilo čaka, da dodate prvega.',
  'No route matches this number: the message is rejected and refunded.':
    'Za to številko ni poti: sporočilo je zavrnjeno, cena pa vrnjena.',
  'Only route for this number:': 'Edina pot za to številko:',
  'Route {0} of {1} for this number:': 'Pot {0} od {1} za to številko:',
  'The carrier is disabled.': 'Operater je onemogočen.',
  'The carrier is not connected.': 'Operater ni povezan.',
  'The carrier is throttled, but no other one is connected.': 'Operater omejuje hitrost, a drug ni povezan.',
  'The carrier is throttled.': 'Operater omejuje hitrost.',
  'The carriers of better routes were down, throttled or refused the message.':
    'Operaterji prednostnih poti niso bili povezani, so omejevali hitrost ali pa so sporočilo zavrnili.',
  'The message is sent through {0}.': 'Sporočilo gre prek operaterja {0}.',
  'The message waits for {0}: no carrier with a route for this number is connected.':
    'Sporočilo čaka na operaterja {0}: noben operater s potjo za to številko ni povezan.',
  'The route is for numbers that start with {0}.': 'Pot je za številke, ki se začnejo z {0}.',
  'The route is for {0}, the number is in {1}.': 'Pot je za državo {0}, številka pa je iz države {1}.',
  'The route to this carrier was changed or deleted since.':
    'Pot do tega operaterja je bila medtem spremenjena ali izbrisana.',
  'all countries, priority {0}, weight {1}.': 'vse države, prednost {0}, utež {1}.',
  '{0}, priority {1}, weight {2}.': '{0}, prednost {1}, utež {2}.',
};

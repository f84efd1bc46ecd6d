import { type CodeTable, codeTable } from './meanings.ts';

/**
 * The documented error codes of each HTTP provider: of answers to a submit and of receipts. A provider's list of codes is at the URL
 * above its table. `src/carriers/http/providers` reads the codes.
 */
export const providerCodes: Readonly<Record<string, CodeTable>> = {
  // https://www.twilio.com/docs/api/errors
  twilio: codeTable({
    absent: '30003',
    'unknown number': '30005',
    landline: '21614 21635 30006',
    'invalid number': '21211 21217 21265 21266 21268 21604',
    'carrier opt-out': '21610 30004',
    spam: '30007 30038',
    content: '21602 21619 30019',
    'too long': '21605 21617 30044',
    expired: '30012 30036',
    sender: '21212 21603 21606 21612 21618 21659 21660 21661 30024',
    'sender registration': '30018 30032 30033 30034',
    'country disabled': '21215 21408',
    credentials: '20003 20005 20006 20403',
    'carrier account': '10001 20008 21267 21608 30002 30022 30023 30027',
    configuration: '20404 21609 21620 21703 21704 21705',
    credit: '30010',
    throttled: '14107 20429',
    'queue full': '21611 30001',
    'carrier fault': '20500 20503 30008 30009 30410',
    network: '30017',
  }),
  // https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes
  infobip: codeTable({
    absent: 'EC_ABSENT_SUBSCRIBER EC_ABSENT_SUBSCRIBER_SM',
    busy: 'EC_SUBSCRIBER_BUSY_FOR_MT_SMS',
    'unknown number': 'EC_UNKNOWN_SUBSCRIBER EC_UNIDENTIFIED_SUBSCRIBER REJECTED_DESTINATION_NOT_REGISTERED',
    'invalid number': 'REJECTED_PREFIX_MISSING REJECTED_DESTINATION REJECTED_INVALID_DESTINATION MISSING_TO',
    handset:
      'EC_SM_DELIVERY_FAILURE EC_SM_DF_EQUIPMENTPROTOCOLERROR UNDELIVERABLE_NOT_DELIVERED UNDELIVERABLE_REJECTED_OPERATOR',
    'phone memory': 'EC_SM_DF_MEMORYCAPACITYEXCEEDED',
    'no sms':
      'EC_TELESERVICE_NOT_PROVISIONED EC_BEARER_SERVICE_NOT_PROVISIONED EC_FACILITY_NOT_SUPPORTED EC_SM_DF_EQUIPMENTNOTSM_EQUIPPED',
    barred:
      'EC_CALL_BARRED EC_ILLEGAL_SUBSCRIBER EC_ILLEGAL_EQUIPMENT EC_UNKNOWN_EQUIPMENT EC_ROAMING_NOT_ALLOWED EC_IMSI_BLACKLISTED',
    'carrier opt-out': 'REJECTED_DND EC_DEST_ADDRESS_BLACKLISTED EC_BLACKLISTED_DESTINATIONADDRESS',
    expired: 'EXPIRED_EXPIRED EXPIRED_DLR_UNKNOWN EC_TIME_OUT EC_VALIDITYEXPIRED EC_MESSAGE_CANCELED',
    flooding: 'REJECTED_FLOODING_FILTER EC_DESTINATION_FLOODING EC_DESTINATION_TXT_FLOODING',
    duplicate: 'REJECTED_DUPLICATE_MESSAGE_ID',
    'too long': 'REJECTED_MESSAGE_TOO_LONG',
    content: 'REJECTED_INVALID_UDH EC_INVALID_PDU_FORMAT EC_UNKNOWN_ALPHABET',
    sender: 'REJECTED_SENDER EC_BLACKLISTED_SENDERADDRESS EC_SOURCE_ADDRESS_BLACKLISTED',
    'sender registration': 'REJECTED_SOURCE',
    'carrier route': 'REJECTED_NETWORK REJECTED_ROUTE_NOT_AVAILABLE',
    credit: 'REJECTED_NOT_ENOUGH_CREDITS REJECTED_PREPAID_PACKAGE_EXPIRED E402',
    credentials: 'UNAUTHORIZED FORBIDDEN E401 E403',
    configuration: 'BAD_REQUEST E400 E404',
    throttled: 'TOO_MANY_REQUESTS E429',
    'carrier fault': 'REJECTED_SYSTEM_ERROR GENERAL_ERROR EC_NOTSUBMITTEDTOSMPPCHANNEL E500',
    network:
      'EC_SYSTEM_FAILURE EC_DATA_MISSING EC_UNEXPECTED_DATA_VALUE EC_MESSAGE_WAITING_LIST_FULL EC_RESOURCE_LIMITATION ' +
      'EC_NO_RESPONSE EC_PROVIDER_GENERAL_ERROR EC_SERVICE_COMPLETION_FAILURE EC_UNEXPECTED_RESPONSE_FROM_PEER ' +
      'EC_INVALID_RESPONSE_RECEIVED EC_SS_INCOMPATIBILITY EC_OR_REMOTENODENOTREACHABLE EC_NNR_SUBSYSTEMCONGESTION ' +
      'EC_NNR_SUBSYSTEMFAILURE EC_NNR_UNEQUIPPEDUSER EC_NNR_MTPFAILURE EC_NNR_NETWORKCONGESTION ' +
      'EC_NNR_NOTRANSLATIONFORANADDRESSOFSUCHNATURE EC_NNR_NOTRANSLATIONFORTHISSPECIFICADDRESS EC_SM_DF_SC_CONGESTION',
  }),
  // https://www.plivo.com/docs/messaging/troubleshooting/error-codes
  plivo: codeTable({
    content: '10',
    network: '20',
    spam: '30',
    sender: '40 201',
    'invalid number': '50 60',
    'unknown number': '70',
    absent: '80',
    'carrier route': '90',
    rejected: '100',
    'too long': '110',
    'carrier opt-out': '200',
    'carrier fault': '300 1000',
    expired: '420',
    'country disabled': '450',
    credit: '900',
    'carrier account': '910',
  }),
  // https://developers.sinch.com/docs/sms/api-reference/sms/tag/Delivery-reports/ and …/status-codes
  sinch: codeTable({
    'carrier route': '402',
    'carrier fault': '403 internal_error',
    network: '404',
    content: '405',
    expired: '406',
    withdrawn: '407',
    rejected: '408 415',
    sender: '410',
    'too long': '411',
    'country disabled': '412',
    'carrier account': '413 forbidden',
    credentials: 'unauthorized',
    configuration:
      'syntax_invalid_json syntax_invalid_parameter_format syntax_constraint_violation resource_not_found ' +
      'missing_callback_url conflict_group_name unsupported_media_type',
    throttled: 'too_many_requests',
    handset: '417',
    'no sms': '416 418',
  }),
  // https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-types.html and …/APIReference
  amazon: codeTable({
    absent: 'TEXT_UNREACHABLE',
    network: 'TEXT_CARRIER_UNREACHABLE',
    expired: 'TEXT_TTL_EXPIRED',
    'invalid number': 'TEXT_INVALID',
    content: 'TEXT_INVALID_MESSAGE',
    'carrier opt-out': 'TEXT_BLOCKED ConflictException',
    rejected: 'TEXT_CARRIER_BLOCKED',
    'country disabled': 'TEXT_PROTECT_BLOCKED',
    spam: 'TEXT_SPAM',
    unconfirmed: 'TEXT_UNKNOWN',
    configuration: 'ValidationException ResourceNotFoundException',
    throttled: 'ThrottlingException TooManyRequestsException',
    credit: 'ServiceQuotaExceededException',
    credentials:
      'AccessDeniedException UnrecognizedClientException InvalidSignatureException ExpiredTokenException ' +
      'IncompleteSignatureException MissingAuthenticationTokenException',
    'carrier fault': 'InternalServerException ServiceUnavailableException',
  }),
  // https://developers.telnyx.com/docs/messaging/messages/error-codes
  telnyx: codeTable({
    landline: '40001 40012',
    spam: '40002 40003 40015 40017 40322',
    rejected: '40004',
    expired: '40005 40014',
    network: '40006',
    handset: '40008',
    content: '40009 40316 40319',
    'sender registration': '40010 40150 40151 40329',
    throttled: '40011 10011',
    'carrier account': '20015 20016 20017 40016 40018 40314 40333',
    sender: '40013 40100 40305 40306 40308 40315 40320 40321',
    'carrier opt-out': '40300',
    'country disabled': '40309',
    'invalid number': '10002 10016 40310',
    'too long': '40302 40328',
    'queue full': '40318',
    configuration: '10001 10003 10004 10005 10006 10014 10015 10017 40301 40304 40311 40312 40313 40317',
    credit: '20100',
    credentials: '10009 10010',
    'carrier fault': '10007 10008',
  }),
  // https://developer.vonage.com/en/api-errors/messages
  vonage: codeTable({
    throttled: '1000 1241 Throttled',
    configuration: '1010 1020 1021 1022 1130 1150 1310 1380 1400 1410 1440 1450 1451',
    'carrier fault': '1030 1100 1330 1331',
    content: '1040',
    barred: '1050 1270 1280 1290',
    'carrier account': '1060 1080 1140 1460 1470 1472 1473',
    credit: '1070',
    'too long': '1090 1381',
    sender: '1120 1420',
    'country disabled': '1160',
    'invalid number': '1170 1430',
    absent: '1180 1260',
    'unknown number': '1190 1300',
    network: '1200 1230',
    spam: '1210 1282',
    busy: '1220',
    'carrier opt-out': '1240',
    flooding: '1461',
    'carrier route': '1250 1251',
    duplicate: '1320',
    expired: '1360',
    'sender registration': '1480 1481 1482 1483 1484',
    credentials: 'Unauthorized Forbidden',
  }),
  // https://docs.sms-gate.app/faq/errors/ : the result codes of Android's SmsManager
  smsgate: codeTable({
    'sending phone':
      'RESULT_ERROR_GENERIC_FAILURE RESULT_ERROR_RADIO_OFF RESULT_ERROR_NO_SERVICE RESULT_RADIO_NOT_AVAILABLE ' +
      'RESULT_MODEM_ERROR RESULT_SYSTEM_ERROR RESULT_INTERNAL_ERROR RESULT_NO_DEFAULT_SMS_APP RESULT_REMOTE_EXCEPTION ' +
      'RESULT_SIM_ABSENT RESULT_INVALID_SIM_STATE RESULT_OPERATION_NOT_ALLOWED RESULT_NO_MEMORY RESULT_NO_RESOURCES ' +
      'RESULT_ERROR_NULL_PDU RESULT_INVALID_STATE RESULT_CANCELLED',
    throttled: 'RESULT_ERROR_LIMIT_EXCEEDED',
    network: 'RESULT_NETWORK_ERROR RESULT_NETWORK_REJECT RESULT_SMS_SEND_RETRY_FAILED',
    barred: 'RESULT_ERROR_FDN_CHECK_FAILURE',
    'invalid number': 'RESULT_INVALID_ARGUMENTS RESULT_INVALID_SMSC_ADDRESS',
    content: 'RESULT_ENCODING_ERROR RESULT_INVALID_SMS_FORMAT',
    'carrier account': 'RESULT_ERROR_SHORT_CODE_NOT_ALLOWED',
    expired: 'TTL_EXPIRED',
  }),
};
